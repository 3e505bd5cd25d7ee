import type { Product } from '../../contract/auth.ts'

/** Calls wait their turn in this order where the rate is kept. */
export type Priority = 'token' | 'lightning' | 'metar' | 'rest' | 'fires'

export interface HttpCall {
  method?: 'GET' | 'POST'
  /** Which of the two documents' base addresses the path is under. */
  service: 'standard' | 'special'
  path: string
  query?: Record<string, string>
  priority: Priority
  /** Whose credential goes with it; none for the latency endpoint. */
  product: Product | null
  /** How often it is tried again at most, where that is not as often as ever. */
  retries?: number
  signal?: AbortSignal
  /** For whom it is: where calls wait, those of one asker take turns with those of the others. */
  asker?: string
  /** Called when it is the call's turn, before each attempt; where it rejects, nothing is sent. */
  beforeSend?(): Promise<void>
}

/** An answer with a JSON body; 404 and code 40000 are answers, what can't be had is a `ContractError`. */
export interface HttpAnswer {
  status: number
  body: unknown
  /** Unix ms: when the answer was made, where a relay served it from its cache; else now. */
  asOfMs: number
  /** True where a relay served it past its time. */
  stale: boolean
}

/** HTTP to a contract server: the rate kept, 429 and 5xx retried with jittered back-off, time-outs, one flight per GET. */
export interface ContractHttp {
  request(call: HttpCall): Promise<HttpAnswer>
  counters(): Promise<{ queued: number; total: number; failed: number }>
}

/** Headers by which a relay says that an answer is not of this moment. */
export const AS_OF_HEADER = 'x-brontide-as-of' // UTC ISO 8601
export const STALE_HEADER = 'x-brontide-stale' // "true"

/** `code` in the body of a relay's 503 where its own point budget is spent: waiting a little does not help. */
export const CODE_BUDGET_SPENT = 50_301

/** The `code` of a body that came with any status: null where there is none, `NaN` where it is a word. */
export function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return typeof code === 'number' || typeof code === 'string' ? Number(code) : null
}
