import type { Product } from '../../contract/auth.ts'
import { goodBody, unreadable } from './answer-body.ts'
import type { ContractHttp } from './http.ts'

/** Schema of a response, such as a zod schema. */
export interface AnswerSchema<Data> {
  safeParse(body: unknown): { success: true; data: Data } | { success: false }
}

export interface AskOptions {
  query?: Record<string, string>
  /** Product whose token is sent; default `standard`. */
  product?: Product
  /** Maximum retries; by default as for other requests. */
  retries?: number
  signal?: AbortSignal
}

/**
 * Requests the page's own server beyond the contract. Rejects with `ContractError`, also for a response that does not
 * match the schema, or with the signal's reason.
 */
export type Ask = <Data>(path: string, schema: AnswerSchema<Data>, options?: AskOptions) => Promise<Data>

export function createAsk(http: ContractHttp): Ask {
  return async (path, schema, { product = 'standard', ...options } = {}) => {
    const answer = await http.request({ service: 'standard', path, priority: 'rest', product, ...options })
    const read = schema.safeParse(goodBody(answer, `GET ${path}`))
    if (!read.success) throw unreadable(`GET ${path}`, 'it does not match the schema')
    return read.data
  }
}
