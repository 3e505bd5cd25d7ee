import type * as z from 'zod/mini'
import type { Product } from '../../contract/auth.ts'

/** One thing that can be asked of our server over HTTP, as its description in OpenAPI tells it. */
export interface Operation {
  /** As OpenAPI writes it: `/api/walls/{id}`. */
  path: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** Its name in a generated client; no two have the same. */
  id: string
  summary: string
  /**
   * Who may ask. A product: whoever shows a key, or a token of that product. `viewer`: those, and any page that the map
   * is open to. `key`: a key alone. `person`: whoever signed in. `anybody`: nothing has to be shown.
   */
  by: Product | 'viewer' | 'key' | 'person' | 'anybody'
  /** Parameters of the query string, as the server reads them. */
  query?: z.core.$ZodObject
  /** The body, in JSON. */
  body?: z.core.$ZodType
  /** What is answered by status; refusals follow from who asks. */
  answers: Readonly<Record<number, Answer>>
  /** How a refusal is written: `{detail}`, or the standard service's envelope. */
  refusal?: 'detail' | 'envelope'
}

export interface Answer {
  /** What it is, in words; that of the status where there is nothing to add. */
  says?: string
  /** JSON of this form, or a form for each media type; null where there is no body to describe by a schema. */
  body?: z.core.$ZodType | Readonly<Record<string, z.core.$ZodType | null>>
}

/** An operation of a hazard or another route that answers JSON to GET. */
export function reading(of: Omit<Operation, 'method' | 'answers'> & { answer: z.core.$ZodType }): Operation {
  const { answer, ...rest } = of
  return { method: 'get', ...rest, answers: { 200: { body: answer } } }
}
