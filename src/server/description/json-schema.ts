import * as z from 'zod/mini'
import { NAMES } from './records.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The one integer that does not fit into a double. */
const NANOSECONDS = { type: 'integer', format: 'int64', description: 'Unix ns: a double loses its last digits' }

/** Where both descriptions keep what is told once. */
const SCHEMAS = '#/components/schemas/'

/** Turns schemas into JSON Schema as the wire has them, before anything is read into our own forms; collects named ones. */
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
        // What stands in where a field can't be read is our affair, and no default of whoever writes it.
        if (type === 'catch') delete jsonSchema.default
        // Names of zod's own, beside a pattern that says it.
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
