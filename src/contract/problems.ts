import * as z from 'zod/mini'
import { ID_MAX, TEXT_MAX } from './display-text.ts'
import { boundedText, recordOf } from './fields.ts'

/** Kinds of entries in a file or a body, named by kind and number. */
const ENTRY_KINDS = ['feature', 'rule', 'channel', 'layer', 'line', 'state'] as const

/** Location of a problem: the whole, an entry, or a field. */
const whereSchema = z.looseObject({
  /** Null if the problem concerns the whole file or body. */
  entry: z.nullable(z.enum(ENTRY_KINDS)),
  /** From 1; null without a number. */
  number: z.nullable(z.int()),
  /** The id of the entry; null without a readable one. */
  id: z.nullable(boundedText),
  /** Path of the field, such as `time.stepMin`; null if the problem concerns no field. */
  field: z.nullable(boundedText),
})

/**
 * A problem of a settings file, a stored state or a body: the code of a message, and its values: codes are in
 * `core/problems/problem-values.ts`. No value contains a secret.
 */
export const problemSchema = z.looseObject({
  code: z.string().check(z.maxLength(ID_MAX)),
  where: whereSchema,
  /** `received` is the invalid value as JSON, truncated; '' if it is missing. */
  values: recordOf(z.union([z.string().check(z.maxLength(TEXT_MAX)), z.number()])),
  /** Technical details in English; null without any. */
  detail: z.nullable(boundedText),
})
export type Problem = z.infer<typeof problemSchema>
