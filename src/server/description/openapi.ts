import { STATUS_CODES } from 'node:http'
import type * as z from 'zod/mini'
import { TOKEN_QUERY_PARAM } from '../../contract/auth.ts'
import { createSchemaWriter, type JsonSchema } from './json-schema.ts'
import type { Answer, Operation } from './operation.ts'
import { REFUSALS } from './records.ts'

const JSON_TYPE = 'application/json'

/** Credentials. A password sign-in sets the cookie; with OIDC or a proxy header the proxy adds them. */
export const SECURITY_SCHEMES = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, sk-…' },
  token: { type: 'http', scheme: 'bearer', description: 'A token, ft-…, of the product' },
  queryToken: { type: 'apiKey', in: 'query', name: TOKEN_QUERY_PARAM },
  session: { type: 'apiKey', in: 'cookie', name: 'brontide' },
}
const WITH_TOKEN = ['key', 'token', 'queryToken'] as const

function securityOf(by: Operation['by']): Record<string, never[]>[] {
  const none: never[] = []
  if (by === 'anybody') return []
  if (by === 'key') return [{ key: none }]
  if (by === 'person') return [{ session: none }]
  const shown = WITH_TOKEN.map((name) => ({ [name]: none }))
  // With ACCESS=open no credential is required.
  return by === 'viewer' ? [{}, { session: none }, ...shown] : shown
}

/** Descriptions of parameters beyond their schema. */
const PARAMETERS: Record<string, string> = {
  from: 'UTC, ISO 8601, or Unix milliseconds',
  to: 'Not included; as `from`, and now where it is left out',
  bbox: 'west,south,east,north in degrees; west beyond east crosses the antimeridian',
  icaos: 'ICAO codes, comma-separated',
  stations: 'ICAO codes, comma-separated',
  elements: 'Comma-separated; all where it is left out',
  datetime: 'A time, or two separated by /; either may be ..; both ends are included',
  limit: 'How many at most',
  next: 'From the link to the next page',
  held: 'Answers from memory, and 404 where nothing is held; never charged',
}

export function describeOpenApi(operations: readonly Operation[], version: string): object {
  const { write, named } = createSchemaWriter()
  function parametersOf({ path, query }: Operation): object[] {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    if (!query) return inPath
    const required = write(query).required ?? []
    const inQuery = Object.entries(query._zod.def.shape).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema: parameter(schema),
      ...(PARAMETERS[name] && { description: PARAMETERS[name] }),
    }))
    return [...inPath, ...inQuery]
  }

  /** Query values are text; a numeric type is derived from the schema's output. */
  function parameter(schema: z.core.$ZodType): JsonSchema {
    const asRead = write(schema, 'output')
    return asRead.type === 'number' ? asRead : write(schema)
  }

  function contentOf({ body }: Answer) {
    if (!body) return {}
    const types = isSchema(body) ? { [JSON_TYPE]: body } : body
    const content = Object.entries(types).map(([type, schema]) => [type, schema ? { schema: write(schema) } : {}])
    return { content: Object.fromEntries(content) as object }
  }

  function operationOf(operation: Operation) {
    const { id, summary, by, body, answers, refusal = by === 'standard' ? 'envelope' : 'detail' } = operation
    const responses = Object.entries(answers).map(([status, answer]) => [
      status,
      { description: answer.says ?? STATUS_CODES[status], ...contentOf(answer) },
    ])
    const parameters = parametersOf(operation)
    return {
      operationId: id,
      summary,
      security: securityOf(by),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: write(body) } } } }),
      responses: {
        ...Object.fromEntries(responses),
        '4XX': { description: 'Refused, and why', ...contentOf({ body: REFUSALS[refusal] }) },
        default: { description: 'Failed, and why', ...contentOf({ body: REFUSALS[refusal] }) },
      },
    }
  }

  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationOf(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Brontide',
      version,
      description: 'Lightning, airport reports, fires and the weather at any point.',
      license: { name: 'MIT License', identifier: 'MIT' },
    },
    // Relative to the address of this description.
    servers: [{ url: '/' }],
    paths,
    components: { schemas: named, securitySchemes: SECURITY_SCHEMES },
  }
}

function isSchema(body: NonNullable<Answer['body']>): body is z.core.$ZodType {
  return '_zod' in body
}
