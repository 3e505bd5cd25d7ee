import type * as z from 'zod/mini'
import type { Product } from '../../contract/auth.ts'

/** An HTTP operation of the server, as described in OpenAPI. */
export interface Operation {
  /** Path template, such as `/api/walls/{id}`. */
  path: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** Operation id for generated clients; unique. */
  id: string
  summary: string
  /**
   * Required credential. A product: an API key, or a token of that product. `viewer`: these, or any page with access to
   * the map. `key`: an API key only. `person`: a signed-in person. `anybody`: none.
   */
  by: Product | 'viewer' | 'key' | 'person' | 'anybody'
  /** Parameters of the query string, as the server reads them. */
  query?: z.core.$ZodObject
  body?: z.core.$ZodType
  /** Responses by status; refusals follow from `by`. */
  answers: Readonly<Record<number, Answer>>
  /** Error form: `{detail}`, or the standard service's envelope. */
  refusal?: 'detail' | 'envelope'
}

export interface Answer {
  /** Description; defaults to the status text. */
  says?: string
  /** JSON schema, or one per media type; null if the body has no schema. */
  body?: z.core.$ZodType | Readonly<Record<string, z.core.$ZodType | null>>
}

/** A read-only operation (GET) with a JSON response. */
export function reading(of: Omit<Operation, 'method' | 'answers'> & { answer: z.core.$ZodType }): Operation {
  const { answer, ...rest } = of
  return { method: 'get', ...rest, answers: { 200: { body: answer } } }
}
