import { SECOND_MS } from '../../core/time/durations.ts'
import type { Environment } from '../session/environment.ts'
import type { ServerTimeSample } from '../session/server-clock.ts'
import type { ContractErrorReason } from './contract-api.ts'
import { ContractError } from './contract-api.ts'

/** An HTTP request and the headers of its response. Times are monotonic ms. */
interface Answered {
  status: number
  headers: Headers
  sentMs: number
  receivedMs: number
}

/** An HTTP request and its complete response. */
export interface Exchange extends Answered {
  text: string
}

/** May return a promise. */
export type Parse = (text: string) => unknown

/** After a sleep a timeout fires before a response that already arrived is read: it gets this extra time. */
const SLEPT_MS = 1_000
const LOOKS_FOR_MS = 1_000

/** Maximum length of server text in an error. */
const WORDS_MAX = 200

/**
 * Sends one request. Rejects with `ContractError` (`timeout`, `unavailable`), or with the signal's reason; messages
 * name method and path, never the query or a header.
 */
export function exchange(
  environment: Pick<Environment, 'clock' | 'fetch'>,
  url: string,
  init: RequestInit,
  how: { timeoutMs: number; name: string; signal?: AbortSignal },
): Promise<Exchange> {
  return exchangeBody(environment, url, init, how, async (response) => ({ text: await response.text() }))
}

/** The same with another body reader. */
export async function exchangeBody<Body extends object>(
  environment: Pick<Environment, 'clock' | 'fetch'>,
  url: string,
  init: RequestInit,
  { timeoutMs, name, signal }: { timeoutMs: number; name: string; signal?: AbortSignal },
  readBody: (response: Response) => Promise<Body>,
): Promise<Answered & Body> {
  signal?.throwIfAborted()
  const { clock } = environment
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const sentMs = clock.monotonicMs()
  const giveUp = () =>
    controller.abort(new ContractError('timeout', `${name}: no response within ${timeoutMs / 1000} s`))
  let cancelTimer = clock.after(timeoutMs, () => {
    const lateMs = clock.monotonicMs() - sentMs - timeoutMs
    if (lateMs < SLEPT_MS) giveUp()
    else cancelTimer = clock.after(LOOKS_FOR_MS, giveUp)
  })
  // Raced, because a fetch may ignore its signal while reading a body.
  const aborted = new Promise<never>((_, reject) =>
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true }),
  )
  aborted.catch(() => {})
  try {
    // A browser cache would return old responses with old `Date` headers: callers that want it set it in `init`.
    const response = await Promise.race([
      environment.fetch(url, { cache: 'no-store', ...init, signal: controller.signal }),
      aborted,
    ])
    const receivedMs = clock.monotonicMs()
    const body = await Promise.race([readBody(response), aborted])
    return { ...body, status: response.status, headers: response.headers, sentMs, receivedMs }
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason
    throw new ContractError('unavailable', `${name}: no connection${networkCode(error)}`)
  } finally {
    cancelTimer()
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * Node puts the reason in `cause.code` (`ECONNREFUSED`); its messages may contain addresses, so only the code is used.
 */
function networkCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^[A-Z_0-9]+$/.test(code) ? ` (${code})` : ''
}

/** The JSON body, `null` for an empty one, or `undefined` for invalid JSON. */
export async function bodyOf(answer: Exchange, parse: Parse): Promise<unknown> {
  if (answer.text.trim() === '') return null
  try {
    return await parse(answer.text)
  } catch {
    return undefined
  }
}

/** Error for an HTTP status without content. */
export function statusError(status: number, name: string, body: unknown, retryAfterMs = 0): ContractError {
  return new ContractError(reasonOf(status), `${name}: answered ${status}${saying(body)}`, status, retryAfterMs)
}

/** Retry delay requested by the server; 0 without one. */
export function retryAfterMs(headers: Headers, nowMs: number): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * SECOND_MS
  const atMs = Date.parse(text)
  return Number.isFinite(atMs) ? Math.max(0, atMs - nowMs) : 0
}

function reasonOf(status: number): ContractErrorReason {
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 429) return 'rate-limited'
  return status >= 400 && status < 500 ? 'bad-request' : 'unavailable'
}

/** A server's `detail` or `message`, truncated and redacted. */
export function errorDetail(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { detail, message, error } = body as Record<string, unknown>
  const words = [detail, message, error].find((each) => typeof each === 'string' && each !== '')
  return words === undefined ? null : withoutSecrets(String(words)).slice(0, WORDS_MAX)
}

function saying(body: unknown): string {
  const words = errorDetail(body)
  return words === null ? '' : `: ${words}`
}

/** Redacts keys and tokens. */
export function withoutSecrets(text: string): string {
  return text.replace(/\b(sk|ft)-[\w.~+/=-]+/g, '$1-…')
}

/** Server time of a response; null from a cache, or if `Date` is not exposed. */
export function serverTimeOf({ headers, sentMs, receivedMs }: Exchange): ServerTimeSample | null {
  const serverMs = Date.parse(headers.get('date') ?? '')
  if (!Number.isFinite(serverMs) || headers.has('age')) return null
  return { serverMs, resolutionMs: 1000, sentMs, receivedMs }
}
