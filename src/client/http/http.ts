import type { Product } from '../../contract/auth.ts'

/** Order of calls in a rate gate. */
export type Priority = 'token' | 'lightning' | 'metar' | 'rest' | 'fires'

export interface HttpCall {
  method?: 'GET' | 'POST'
  /** Which base address the path is under. */
  service: 'standard' | 'special'
  path: string
  query?: Record<string, string>
  priority: Priority
  /** Product of the credential; none for the latency endpoint. */
  product: Product | null
  /** Maximum retries, if not the default. */
  retries?: number
  signal?: AbortSignal
  /** Caller for fair queueing. */
  asker?: string
  /** Called at the call's turn, before each attempt; a rejection cancels sending. */
  beforeSend?(): Promise<void>
}

/** A response with a JSON body; 404 and code 40000 are responses, failures are `ContractError`s. */
export interface HttpAnswer {
  status: number
  body: unknown
  /** Unix ms: time of the response, if a relay served it from its cache; else now. */
  asOfMs: number
  /** True if a relay served it after its expiry. */
  stale: boolean
}

/** HTTP to a contract server: rate limited, 429 and 5xx retried with jittered back-off, timeouts, combined GETs. */
export interface ContractHttp {
  request(call: HttpCall): Promise<HttpAnswer>
  counters(): Promise<{ queued: number; total: number; failed: number }>
}

/** Headers of a relay's cached responses. */
export const AS_OF_HEADER = 'x-brontide-as-of' // UTC ISO 8601
export const STALE_HEADER = 'x-brontide-stale' // "true"

/** `code` in the body of a relay's 503 when its point budget is exhausted: retrying does not help. */
export const CODE_BUDGET_SPENT = 50_301

/** The `code` of a body: null without one, `NaN` for a text. */
export function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return typeof code === 'number' || typeof code === 'string' ? Number(code) : null
}
