import type { Product } from '../../contract/auth.ts'
import { backoffMs } from '../../core/time/backoff.ts'
import { delay } from '../../core/time/clock.ts'
import { withoutEndSlashes } from '../../core/util/without-end-slashes.ts'
import type { Environment } from '../session/environment.ts'
import type { ServerTimeSample } from '../session/server-clock.ts'
import { ContractError } from './contract-api.ts'
import { bodyOf, type Exchange, exchange, type Parse, serverTimeOf } from './exchange.ts'
import type { ContractHttp, HttpAnswer, HttpCall } from './http.ts'
import { failure, judgeAnswer, type Outcome } from './outcome.ts'
import type { Pass, RateGate } from './rate-gate.ts'
import { createSharedFlights } from './shared-flights.ts'

const TIMEOUT_MS = 15_000
const RETRIES = 4

export interface ContractHttpOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'fetch'>
  /** `{base_url}` and `{special_url}`. */
  bases: { standard: string; special: string }
  /** The key or a token, fetched before each attempt. */
  credential(product: Product): Promise<string>
  /** Drops a refused credential; without it a refusal is final. */
  dropCredential?(product: Product, refused: string): void
  /** Enforces the rate; null if the server does. */
  gate: RateGate | null
  /** `JSON.parse`, or `parseJsonExact` if records are forwarded. */
  parse: Parse
  timeoutMs?: number
  retries?: number
  /** Receives the result of each attempt: null for a response, else the error. Aborted attempts are not reported. */
  onAttempt?(error: ContractError | null): void
  /** Receives the server time of each response. */
  onServerDate?(sample: ServerTimeSample): void
}

/** HTTP to one contract server. Bodies are shared between callers of the same GET and must not be modified. */
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
      if (outcome.kind === 'answer') return { ...outcome.answer, asOfMs: outcome.answer.asOfMs ?? clock.now() }
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
      // Before the gate: fetching a credential may itself pass the gate.
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
      if (!(error instanceof ContractError)) throw error // aborted: it may still be in progress
      void pass?.answered()
      options.onAttempt?.(error)
      // A timed-out call may have been served and charged: the caller decides about a retry.
      return failure(error, { retry: error.reason !== 'timeout' })
    }
    void pass?.answered()
    const outcome = judgeAnswer(answer, await bodyOf(answer, parse), { name, credential, nowMs: clock.now() })
    options.onAttempt?.(outcome.kind === 'answer' ? null : outcome.error)
    if (outcome.kind === 'answer') {
      const sample = serverTimeOf(answer)
      if (sample) options.onServerDate?.(sample)
      return outcome
    }
    failed++
    if (outcome.kind === 'failed' && outcome.pauseMs > 0) await gate?.pause(clock.now() + outcome.pauseMs)
    return outcome
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

/** An unused turn is returned immediately. */
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
  return failure(error, { retry: error.reason === 'unavailable' || error.reason === 'rate-limited' })
}

function urlOf(base: string, { path, query }: HttpCall): string {
  const search = query ? new URLSearchParams(query).toString() : ''
  return `${withoutEndSlashes(base)}${path}${search ? `?${search}` : ''}`
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
