import type { Product } from '../../contract/auth.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { backoffMs } from '../../core/time/backoff.ts'
import { delay } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Environment } from '../session/environment.ts'
import type { ServerTimeSample } from '../session/server-clock.ts'
import { ContractError } from './contract-api.ts'
import { bodyOf, type Exchange, exchange, type Parse, serverTimeOf, serverWords, statusError } from './exchange.ts'
import {
  AS_OF_HEADER,
  CODE_BUDGET_SPENT,
  type ContractHttp,
  type HttpAnswer,
  type HttpCall,
  STALE_HEADER,
} from './http.ts'
import type { Pass, RateGate } from './rate-gate.ts'
import { createSharedFlights } from './shared-flights.ts'

const TIMEOUT_MS = 15_000
const RETRIES = 4
/** After a 429 that does not say how long, everybody waits out one of the service's seconds. */
const RATE_PAUSE_MS = 1_000
/** A server that asks for a longer wait than this gets its way, but the caller hears of it at once. */
const RETRY_AFTER_MAX_MS = MINUTE_MS

export interface ContractHttpOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'fetch'>
  /** `{base_url}` and `{special_url}`. */
  bases: { standard: string; special: string }
  /** The key or a token, asked before each attempt. */
  credential(product: Product): Promise<string>
  /** Forgets a credential that was refused; without it a refusal is final. */
  dropCredential?(product: Product, refused: string): void
  /** Keeps the rate; null where the server in front of us does. */
  gate: RateGate | null
  /** `JSON.parse`, or `parseJsonExact` for who re-sends what it reads. */
  parse: Parse
  timeoutMs?: number
  retries?: number
  /** Hears what each answer tells of the server's clock. */
  onServerDate?(sample: ServerTimeSample): void
}

/** What one attempt brought: an answer, or why not and whether it is worth another. */
type Outcome =
  | { kind: 'answer'; answer: HttpAnswer }
  | { kind: 'failed'; error: ContractError; retry: boolean; waitMs: number }
  | { kind: 'refused'; error: ContractError; credential: string }

/** HTTP to one contract server. Bodies are shared between callers of the same GET: read, don't change them. */
export function createContractHttp(options: ContractHttpOptions): ContractHttp {
  const { environment, bases, gate, parse, timeoutMs = TIMEOUT_MS, retries = RETRIES } = options
  const { clock, random } = environment
  const flights = createSharedFlights<HttpAnswer>()
  let total = 0
  let failed = 0

  async function send(call: HttpCall, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    let renewed = false
    for (let attempt = 0; ; attempt++) {
      const outcome = await attemptOnce(call, signal)
      if (outcome.kind === 'answer') return outcome.answer
      if (outcome.kind === 'refused') {
        if (renewed || !call.product || !options.dropCredential) throw outcome.error
        options.dropCredential(call.product, outcome.credential)
        renewed = true
        continue
      }
      if (!outcome.retry || attempt >= (call.retries ?? retries)) throw outcome.error
      await delay(clock, Math.max(outcome.waitMs, backoffMs(attempt, random)), signal)
    }
  }

  async function attemptOnce(call: HttpCall, signal: AbortSignal | undefined): Promise<Outcome> {
    const name = `${call.method ?? 'GET'} ${call.path}`
    let credential = ''
    try {
      // Before the gate: fetching a credential may itself need a turn there.
      if (call.product) credential = await options.credential(call.product)
    } catch (error) {
      return credentialFailure(error)
    }
    const pass = await gate?.enter(call.priority, signal, call.asker)
    if (signal?.aborted) void pass?.answered()
    signal?.throwIfAborted()
    if (call.beforeSend) await untilRefused(call.beforeSend(), pass)
    total++
    let answer: Exchange
    try {
      answer = await exchange(environment, urlOf(bases[call.service], call), initOf(call, credential), {
        timeoutMs,
        name,
        signal,
      })
    } catch (error) {
      failed++
      if (!(error instanceof ContractError)) throw error // given up: it may still be on its way
      void pass?.answered()
      // A call that timed out may have been served and charged: whether to ask again is the caller's to say.
      return { kind: 'failed', error, retry: error.reason !== 'timeout', waitMs: 0 }
    }
    void pass?.answered()
    const outcome = await judge(answer, name, credential)
    if (outcome.kind !== 'answer') failed++
    return outcome
  }

  async function judge(answer: Exchange, name: string, credential: string): Promise<Outcome> {
    const { status, headers, text } = answer
    const body = bodyOf(answer, parse)
    if (status === 429) {
      const waitMs = retryAfterMs(headers) ?? 0
      await gate?.pause(clock.now() + Math.min(Math.max(waitMs, RATE_PAUSE_MS), RETRY_AFTER_MAX_MS))
      return {
        kind: 'failed',
        error: statusError(status, name, body),
        retry: waitMs <= RETRY_AFTER_MAX_MS,
        waitMs,
      }
    }
    if (status === 401 || status === 403) return { kind: 'refused', error: statusError(status, name, body), credential }
    if (status >= 500) {
      if (codeOf(body) === CODE_BUDGET_SPENT) {
        const words = serverWords(body) ?? 'the budget of resource points is spent'
        return { kind: 'failed', error: new ContractError('budget', words, status), retry: false, waitMs: 0 }
      }
      const waitMs = retryAfterMs(headers) ?? 0
      return { kind: 'failed', error: statusError(status, name, body), retry: waitMs <= RETRY_AFTER_MAX_MS, waitMs }
    }
    // An empty error page still says its status; an empty success says nothing, and neither does somebody's HTML. It
    // is not asked for again, because it may have been charged.
    if (body === undefined || (body === null && status < 400) || (status >= 300 && status < 400)) {
      const what = `${contentTypeOf(headers)}, ${text.length} characters`
      const message = `${name}: answered ${status} with something that is not JSON (${what})`
      return { kind: 'failed', error: new ContractError('unavailable', message, status), retry: false, waitMs: 0 }
    }
    const sample = serverTimeOf(answer)
    if (sample) options.onServerDate?.(sample)
    const asOfMs = parseInstantMs(headers.get(AS_OF_HEADER)) ?? clock.now()
    return { kind: 'answer', answer: { status, body, asOfMs, stale: headers.get(STALE_HEADER) === 'true' } }
  }

  function retryAfterMs(headers: Headers): number | null {
    const text = headers.get('retry-after')
    if (text === null) return null
    if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * 1000
    const atMs = Date.parse(text)
    return Number.isFinite(atMs) ? Math.max(0, atMs - clock.now()) : null
  }

  return {
    request(call) {
      if (call.signal?.aborted) return Promise.reject(call.signal.reason)
      if (call.method === 'POST') return send(call, call.signal)
      return flights.join(keyOf(call), (signal) => send(call, signal), call.signal)
    },
    counters: async () => ({ queued: (await gate?.queued()) ?? 0, total, failed }),
  }
}

/** A turn that is not used is given back at once. */
async function untilRefused(beforeSend: Promise<void>, pass: Pass | undefined): Promise<void> {
  try {
    await beforeSend
  } catch (error) {
    void pass?.answered()
    throw error
  }
}

function credentialFailure(error: unknown): Outcome {
  if (!(error instanceof ContractError)) throw error
  const retry = error.reason === 'unavailable' || error.reason === 'rate-limited'
  return { kind: 'failed', error, retry, waitMs: 0 }
}

function urlOf(base: string, { path, query }: HttpCall): string {
  const search = query ? new URLSearchParams(query).toString() : ''
  return `${base.replace(/\/+$/, '')}${path}${search ? `?${search}` : ''}`
}

function initOf(call: HttpCall, credential: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (credential) headers.authorization = `Bearer ${credential}`
  return { method: call.method ?? 'GET', headers }
}

function keyOf({ service, path, query, product }: HttpCall): string {
  const sorted = Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([service, product, path, sorted])
}

function codeOf(body: unknown): number | null {
  return typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : null
}

function contentTypeOf(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim() || 'no content type'
}
