import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describeAsyncApi } from '../server/description/asyncapi.ts'
import { contractOperations } from '../server/description/contract-operations.ts'
import { describeOpenApi } from '../server/description/openapi.ts'
import type { Operation } from '../server/description/operation.ts'
import { ownOperations } from '../server/description/own-operations.ts'
import * as hazards from '../server/hazards/list.ts'

export const operations: readonly Operation[] = [
  ...contractOperations,
  ...ownOperations,
  ...Object.values(hazards).flatMap((hazard) => hazard.operations),
]

export interface OpenApi {
  paths: Record<string, Record<string, DescribedOperation>>
}
export interface DescribedOperation {
  operationId: string
  parameters?: { name: string; in: 'path' | 'query'; required: boolean }[]
  responses: Record<string, { content?: Record<string, { schema?: object }> }>
}
export const openApi = describeOpenApi(operations, '1.0.0') as OpenApi
export const asyncApi = describeAsyncApi('1.0.0')

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
ajv.addSchema(openApi, 'openapi').addSchema(asyncApi, 'asyncapi')
const validators = new Map<string, ValidateFunction>()

/** The problems of `value`, by the schema at that position of a description; empty if valid. */
function faultsBy(description: 'openapi' | 'asyncapi', place: string[], value: unknown): string[] {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const ref = `${description}#/${pointer}`
  const validate = validators.get(ref) ?? ajv.compile({ $ref: ref })
  validators.set(ref, validate)
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error: ErrorObject) => `${error.instancePath} ${error.message}`)
}

export interface HttpAnswered {
  method: string
  path: string
  status: number
  type: string
  text: string
}

/** Deviations of an HTTP response from `/api/openapi.json`; empty if there are none. */
export function undescribed({ method, path, status, type, text }: HttpAnswered): string[] {
  const name = Object.keys(openApi.paths).find((each) => patternOf(each).test(path))
  const operation = name && openApi.paths[name]?.[method.toLowerCase()]
  if (!operation) return status < 400 ? [`${method} ${path} is not described`] : []
  const key = [`${status}`, `${Math.floor(status / 100)}XX`].find((each) => operation.responses[each]) ?? 'default'
  if (key === 'default' && status < 400) return [`${method} ${path}: ${status} is not described`]
  const { content } = operation.responses[key]!
  const [media = ''] = type.split(';')
  if (!content) return text === '' ? [] : [`${method} ${path}: ${status} has a body`]
  if (!(media in content)) return [`${method} ${path}: ${status} is of type ${media}`]
  if (!content[media]?.schema) return []
  const values = media.includes('json') ? (media.includes('ndjson') ? text.trim().split('\n') : [text]) : []
  const place = ['paths', name, method.toLowerCase(), 'responses', key, 'content', media, 'schema']
  return values.flatMap((value) =>
    faultsBy('openapi', place, JSON.parse(value)).map((fault) => `${method} ${path}: ${status} ${fault}`),
  )
}

/** Deviations of a socket message from `/api/asyncapi.json`. */
export function undescribedMessage(text: string): string[] {
  const message = JSON.parse(text) as { type: string }
  const { messages } = (asyncApi as { components: { messages: object } }).components
  if (!(message.type in messages)) return [`${message.type} is not described`]
  return faultsBy('asyncapi', ['components', 'messages', message.type, 'payload'], message).map(
    (fault) => `${message.type} ${fault}`,
  )
}

/** The path with unnamed parameters, equal for the notations of Hono and OpenAPI. */
export function withoutNames(path: string): string {
  return path.replace(/:\w+(\{[^/]*\})?|\{\w+\}/g, '{}')
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${withoutNames(path).replaceAll('.', '\\.').replaceAll('{}', '[^/]+')}$`)
}
