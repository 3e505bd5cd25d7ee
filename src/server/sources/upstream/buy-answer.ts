import { ContractError } from '../../../client/http/contract-api.ts'
import { type ContractHttp, codeOf } from '../../../client/http/http.ts'
import { CODE_OK } from '../../../contract/limits.ts'
import { standardEndpoints } from '../../../contract/standard.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { StandardAnswer } from '../source.ts'
import type { HeldAnswer } from './answer-store.ts'
import { type SkippedRows, withCleanList } from './clean-lists.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import { FRESH_MS, FRESH_NONE_MS, type Question } from './question.ts'
import { budgetSpent, failureOf, shareSpent } from './refusals.ts'

/** Cells of fires stop at this share of the day's points, so that a place can still be looked at in the evening. */
const FIRES_SHARE = 0.75

/** Whoever lets calls through in turn reckons with one that is sent five seconds later at most. */
const LEDGER_WAITS_MS = 3_000

/** There are no points for a question: none are left, or its asker has had a fair share. */
export class NoPoints extends Error {}

export interface Buyer {
  /**
   * Asks the upstream and pays for it. What was sent may be charged: whoever gives up by then no longer keeps its answer from
   * being had, and counted. Rejects with `NoPoints`, `ContractError`, or the signal's reason. A refusal of one
   * question says nothing about the next one like it, so only data and "no data" are `worthKeeping`.
   */
  buy(
    question: Question,
    asker: string,
    signal: AbortSignal,
  ): Promise<{ answer: StandardAnswer; worthKeeping: HeldAnswer | null }>
  /** What a viewer is told where that failed. */
  refusalOf(error: unknown): Promise<StandardAnswer>
}

/** Buys answers of the standard service: points are set aside when a question is about to be sent, not while it waits. */
export function createBuyer(deps: {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  /** Hears of rows of an answer that can't be read. */
  onSkipped?: ((rows: SkippedRows) => void) | undefined
}): Buyer {
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
    async buy(question, asker, signal) {
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
          ...{ service: 'standard', path, query, product: 'standard', asker, signal: untilSent.signal },
          // A map of fires is many cells: whoever clicked a place goes first.
          priority: endpoint === 'firesInBox' ? 'fires' : 'rest',
          async beforeSend() {
            if (points.setAside) return signal.throwIfAborted() // for nobody it is not tried again
            const setAside = await reserve(question, asker)
            if (isOver) return setAside.release() // given up while they were noted
            points.setAside = setAside
            signal.removeEventListener('abort', giveUp)
          },
        })
        const isGood = status === 200 && codeOf(came.body) === CODE_OK
        const body = isGood ? withCleanList(endpoint, came.body, clock.now(), onSkipped) : came.body
        if (isGood) await points.setAside?.spend()
        const answer = { status, body, asOfMs, stale: false }
        const freshMs = isGood ? FRESH_MS[endpoint] : FRESH_NONE_MS
        const isWorthKeeping = isGood || status === 404
        return { answer, worthKeeping: isWorthKeeping ? { status, body, asOfMs, heldMs: clock.now(), freshMs } : null }
      } finally {
        isOver = true
        signal.removeEventListener('abort', giveUp)
        await points.setAside?.release() // changes nothing where they are spent
      }
    },

    async refusalOf(error) {
      if (!(error instanceof NoPoints)) return failureOf(error, clock.now())
      const state = await budget.state()
      return state.exhausted ? budgetSpent(state, clock.now()) : shareSpent(clock.now())
    },
  }
}
