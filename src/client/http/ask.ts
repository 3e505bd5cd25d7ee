import type { Product } from '../../contract/auth.ts'
import { goodBody, unreadable } from './answer-body.ts'
import type { ContractHttp } from './http.ts'

/** What an answer has to look like: any schema of zod's is one. */
export interface AnswerSchema<Data> {
  safeParse(body: unknown): { success: true; data: Data } | { success: false }
}

export interface AskOptions {
  query?: Record<string, string>
  /** Whose token opens it; `standard` where nothing is said. */
  product?: Product
  /** How often it is tried again; as often as other questions where nothing is said. */
  retries?: number
  signal?: AbortSignal
}

/**
 * Asks the page's own server for what it has beside the contract. Rejects with `ContractError`, also where the answer is
 * not of the schema, or with the signal's reason.
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
