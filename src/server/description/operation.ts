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
  /** Absent without a body. */
  body?: Content | undefined
}

/** JSON schema, or one per media type; null if the body has no schema. */
type Content = z.core.$ZodType | Readonly<Record<string, z.core.$ZodType | null>>

interface Details extends Pick<Operation, 'summary' | 'query' | 'body'> {
  /** Body of the successful response. */
  answer?: Content
  /** Status of the successful response: by default 200, or 204 without a body. */
  status?: number
  /** Further responses. */
  also?: Operation['answers']
}

const operation =
  (method: Operation['method']) =>
  (by: Operation['by'], path: string, id: string, details: Details): Operation => {
    const { answer, status = answer ? 200 : 204, also, ...rest } = details
    return { method, by, path, id, ...rest, answers: { [status]: { body: answer }, ...also } }
  }

export const get = operation('get')
export const post = operation('post')
export const put = operation('put')
export const del = operation('delete')
