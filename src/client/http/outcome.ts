import { parseInstantMs } from '../../contract/time.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { ContractError } from './contract-api.ts'
import { type Exchange, errorDetail, retryAfterMs, statusError } from './exchange.ts'
import { AS_OF_HEADER, CODE_BUDGET_SPENT, codeOf, type HttpAnswer, STALE_HEADER } from './http.ts'

/** After a 429 without a delay all calls pause for one of the service's seconds. */
const RATE_PAUSE_MS = SECOND_MS
/** A longer requested delay is honoured, but the caller fails immediately. */
const RETRY_AFTER_MAX_MS = MINUTE_MS

interface Failure {
  kind: 'failed'
  error: ContractError
  /** Whether a retry is worthwhile. */
  retry: boolean
  /** Retry delay requested by the server, for this call and for all calls. */
  waitMs: number
  pauseMs: number
}

/**
 * Result of an attempt: a response, with `asOfMs` null if current; or the error, with `refused` for an invalid
 * credential.
 */
export type Outcome =
  | { kind: 'answer'; answer: Omit<HttpAnswer, 'asOfMs'> & { asOfMs: number | null } }
  | Failure
  | { kind: 'refused'; error: ContractError; credential: string }

export function failure(
  error: ContractError,
  how: Partial<Pick<Failure, 'retry' | 'waitMs' | 'pauseMs'>> = {},
): Failure {
  return { kind: 'failed', error, retry: false, waitMs: 0, pauseMs: 0, ...how }
}

/** Classifies a response; `body` is the result of `bodyOf`. */
export function judgeAnswer(
  answer: Exchange,
  body: unknown,
  { name, credential, nowMs }: { name: string; credential: string; nowMs: number },
): Outcome {
  const { status, headers, text } = answer
  const waitMs = retryAfterMs(headers, nowMs)
  const retry = waitMs <= RETRY_AFTER_MAX_MS
  if (status === 429) {
    const pauseMs = Math.min(Math.max(waitMs, RATE_PAUSE_MS), RETRY_AFTER_MAX_MS)
    return failure(statusError(status, name, body), { retry, waitMs, pauseMs })
  }
  if (status === 401 || status === 403) return { kind: 'refused', error: statusError(status, name, body), credential }
  if (status >= 500) {
    if (codeOf(body) !== CODE_BUDGET_SPENT) {
      // A relay has tried the service several times before it says so; another 503 passes by itself.
      const worthwhile = status === 503 || !headers.has(AS_OF_HEADER)
      return failure(statusError(status, name, body), { retry: retry && worthwhile, waitMs })
    }
    const words = errorDetail(body) ?? name
    return failure(new ContractError('budget', words, status))
  }
  // An empty error page still has its status; an empty success, or HTML, is invalid. It is not retried, because it may
  // have been charged.
  if (body === undefined || (body === null && status < 400) || (status >= 300 && status < 400)) {
    const what = `${contentTypeOf(headers)}, ${text.length} characters`
    const message = `${name}: answered ${status} without JSON (${what})`
    return failure(new ContractError('unavailable', message, status))
  }
  const asOfMs = parseInstantMs(headers.get(AS_OF_HEADER))
  // A proxy that modified the body says 203 (RFC 9110, section 15.3.4).
  return {
    kind: 'answer',
    answer: { status: status === 203 ? 200 : status, body, asOfMs, stale: headers.get(STALE_HEADER) === 'true' },
  }
}

function contentTypeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0] || 'no content type'
}
