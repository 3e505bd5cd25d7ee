import * as z from 'zod/mini'
import { NAMES } from './records.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The only integer beyond the range of a double. */
const NANOSECONDS = { type: 'integer', format: 'int64', description: 'Unix ns: a double loses its last digits' }

/** Where both descriptions keep shared schemas. */
const SCHEMAS = '#/components/schemas/'

/** Converts schemas to JSON Schema of their wire form, before transforms; collects named ones. */
export function createSchemaWriter() {
  const named: Record<string, JsonSchema> = {}

  function write(schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
    const {
      $schema,
      $defs = {},
      ...written
    } = z.toJSONSchema(schema, {
      io,
      metadata: NAMES,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        const { type } = zodSchema._zod.def
        if (type === 'bigint') Object.assign(jsonSchema, NANOSECONDS)
        // `catch` is a fallback of our reader, not a default for writers.
        if (type === 'catch') delete jsonSchema.default
        // zod's own format names, redundant beside a pattern.
        if (jsonSchema.pattern) delete jsonSchema.format
      },
    })
    for (const [name, { $id, id, ...part }] of Object.entries($defs)) named[name] = relinked(part)
    return relinked(written)
  }
  return { write, named }
}

function relinked(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${SCHEMAS}`)) as JsonSchema
}
