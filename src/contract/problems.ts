import * as z from 'zod/mini'
import { ID_MAX, TEXT_MAX } from './display-text.ts'
import { boundedText, recordOf } from './fields.ts'

/** What a file or a body is a list of: each entry is named by its kind and its number. */
const ENTRY_KINDS = ['feature', 'rule', 'channel', 'layer', 'line', 'state'] as const

/** Where a problem is: in the whole, in one entry, or in one field of it. */
const whereSchema = z.looseObject({
  /** Null where the problem is of the whole file or body. */
  entry: z.nullable(z.enum(ENTRY_KINDS)),
  /** From 1; null where the entry has no number. */
  number: z.nullable(z.int()),
  /** The id that the entry gives itself; null where it has none that can be read. */
  id: z.nullable(boundedText),
  /** The path of the field, such as `time.stepMin`; null where the problem is of no field. */
  field: z.nullable(boundedText),
})

/**
 * What is wrong with a settings file, a stored state or a body: the code of a sentence, and its values. The sentences are in
 * `core/problems/problem-strings.ts`. No value repeats a secret.
 */
export const problemSchema = z.looseObject({
  code: z.string().check(z.maxLength(ID_MAX)),
  where: whereSchema,
  /** `received` is what stands there, as JSON, cut where it is long; '' where nothing does. */
  values: recordOf(z.union([z.string().check(z.maxLength(TEXT_MAX)), z.number()])),
  /** Technical details in English; null where there are none. */
  detail: z.nullable(boundedText),
})
export type Problem = z.infer<typeof problemSchema>
