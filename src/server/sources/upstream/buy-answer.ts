import { goodBody, isGood } from '../../../client/http/answer-body.ts'
import { ContractError } from '../../../client/http/contract-api.ts'
import type { ContractHttp } from '../../../client/http/http.ts'
import { readAirports, standardEndpoints } from '../../../contract/standard.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { StandardAnswer } from '../source.ts'
import type { HeldAnswer } from './answer-store.ts'
import { type SkippedRows, withCleanList } from './clean-lists.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import { FRESH_MS, FRESH_NONE_MS, type Question } from './question.ts'
import { budgetSpent, failureOf, shareSpent } from './refusals.ts'

/**
 * Fire cells may use at most this share of the daily points, so that point forecasts remain possible in the evening.
 */
const FIRES_SHARE = 0.75

/** The rate gate assumes that an admitted call is sent within five seconds. */
const LEDGER_WAITS_MS = 3_000

/** No points are available: the budget is exhausted, or the asker has used a fair share. */
export class NoPoints extends Error {}

/**
 * Buys responses of the standard service: points are reserved when a request is about to be sent, not while it is
 * queued.
 */
export function createBuyer(deps: {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  /** Receives unreadable rows of a response. */
  onSkipped?: ((rows: SkippedRows) => void) | undefined
}) {
  const { http, clock, budget, onSkipped = () => {} } = deps

  async function reserve({ endpoint }: Question, asker: string): Promise<Reservation> {
    const beganMs = clock.monotonicMs()
    const share = endpoint === 'firesInBox' ? FIRES_SHARE : 1
    const reservation = await budget.reserve(standardEndpoints[endpoint].pricePoints, { share, asker })
    if (!reservation) throw new NoPoints()
    if (clock.monotonicMs() - beganMs <= LEDGER_WAITS_MS) return reservation
    await reservation.release()
    throw new ContractError('unavailable', 'reserving resource points timed out')
  }

  return {
    /**
     * Requests the upstream and charges the budget. A sent request may be charged, so that giving up no longer cancels
     * it: its response is still received and counted. Rejects with `NoPoints`, `ContractError`, or the signal's reason.
     * A refusal says nothing about similar requests, so only data and "no data" are `worthKeeping`.
     */
    async buy(
      question: Question,
      asker: string,
      signal: AbortSignal,
    ): Promise<{ answer: StandardAnswer; worthKeeping: HeldAnswer | null }> {
      const { endpoint, query } = question
      const { path, pricePoints } = standardEndpoints[endpoint]
      if (pricePoints > 0 && (await budget.state()).exhausted) throw new NoPoints()
      const points: { setAside: Reservation | null } = { setAside: null }
      let isOver = false
      const untilSent = new AbortController()
      const giveUp = () => untilSent.abort(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      try {
        signal.throwIfAborted()
        const { status, asOfMs, ...came } = await http.request({
          service: 'standard',
          path,
          query,
          product: 'standard',
          asker,
          signal: untilSent.signal,
          // A fire map needs many cells: a request for a clicked place goes first.
          priority: endpoint === 'firesInBox' ? 'fires' : 'rest',
          async beforeSend() {
            if (points.setAside) return signal.throwIfAborted() // without a waiting viewer it is not retried
            const setAside = await reserve(question, asker)
            if (isOver) return setAside.release() // aborted during the reservation
            points.setAside = setAside
            signal.removeEventListener('abort', giveUp)
          },
        })
        if (status === 200) throwFailure(came.body, path)
        const isData = isGood({ status, body: came.body })
        const body = isData ? withCleanList(endpoint, came.body, clock.now(), onSkipped) : came.body
        if (endpoint === 'airports') refuseNoAirports(body, path)
        if (isData) await points.setAside?.spend()
        const answer = { status, body, asOfMs, stale: false }
        const freshMs = isData ? FRESH_MS[endpoint] : FRESH_NONE_MS
        const isWorthKeeping = isData || status === 404
        return { answer, worthKeeping: isWorthKeeping ? { status, body, asOfMs, heldMs: clock.now(), freshMs } : null }
      } finally {
        isOver = true
        signal.removeEventListener('abort', giveUp)
        await points.setAside?.release() // no effect after `spend`
      }
    },

    /** Response for the viewer after a failure. */
    async refusalOf(error: unknown): Promise<StandardAnswer> {
      if (!(error instanceof NoPoints)) return failureOf(error, clock.now())
      const state = await budget.state()
      return state.exhausted ? budgetSpent(state, clock.now()) : shareSpent(clock.now())
    },
  }
}

/** A failure may come with status 200; a refusal of the question is an answer. */
function throwFailure(body: unknown, path: string): void {
  try {
    goodBody({ status: 200, body }, path)
  } catch (error) {
    if (!(error instanceof ContractError) || error.reason !== 'bad-request') throw error
  }
}

/** Such a list would stand for a day in place of the one before. */
function refuseNoAirports(body: unknown, path: string): void {
  const { data }: { data?: { stations?: unknown } | null } = Object(body)
  if (readAirports(data?.stations).records.length > 0) return
  throw new ContractError('unavailable', `${path}: the response lists no readable airport`)
}
