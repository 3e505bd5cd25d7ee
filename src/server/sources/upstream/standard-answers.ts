import { LRUCache } from 'lru-cache'
import { ContractError } from '../../../client/http/contract-api.ts'
import { CODE_BUDGET_SPENT, type ContractHttp } from '../../../client/http/http.ts'
import { createSharedFlights } from '../../../client/http/shared-flights.ts'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import { CODE_OK } from '../../../contract/limits.ts'
import { type StandardEndpoint, standardEndpoints } from '../../../contract/standard.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { StandardAnswer } from '../source.ts'
import type { SourceMemory } from '../source-memory.ts'
import type { PointBudget } from './point-budget.ts'
import { FRESH_MS, FRESH_NONE_MS, type Question, questionOf } from './question.ts'

const ENTRIES_MAX = 4_000

/** Cells of fires stop at this share of the day's points, so that a place can still be looked at in the evening. */
const FIRES_SHARE = 0.75

/** Who asks what is held already waits this long for the new answer, then gets the held one with its age. */
const REFRESH_WAIT_MS = 1_500
/** A cell of fires has many beside it in the queue, and a map of them is in no hurry. */
const FIRES_WAIT_MS = 8_000
/** What could not be had is not asked for again before this, however many want it. */
const FAILED_FOR_MS = 10_000

interface Held {
  status: number
  body: unknown
  asOfMs: number
  /** Unix ms; and for how long it was to be fresh from then on. */
  heldMs: number
  freshMs: number
}

interface Failed {
  answer: StandardAnswer
  untilMs: number // monotonic
}

export interface StandardAnswers {
  answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer>
  counters(): { entries: number; hits: number; misses: number }
}

/**
 * The standard service behind one cache for every viewer: one flight per question, answers and "no data" shared while
 * fresh, and what is held served with its age while one new answer is under way, or while the budget or the upstream is
 * out. Never rejects.
 */
export function createStandardAnswers(deps: {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  /** Where answers outlive a restart. */
  memory?: Pick<SourceMemory, 'answers' | 'keepAnswer'> | null
}): StandardAnswers {
  const { http, clock, budget, memory = null } = deps
  const held = new LRUCache<string, Held>({ max: ENTRIES_MAX })
  for (const [key, text] of memory?.answers ?? []) held.set(key, parseJsonExact(text) as Held)
  const failed = new LRUCache<string, Failed>({ max: ENTRIES_MAX })
  const flights = createSharedFlights<StandardAnswer>()
  let hits = 0
  let misses = 0

  async function answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer> {
    const question = questionOf(endpoint, query)
    const known = held.get(question.key)
    const recent = known && isFresh(known) ? told(known, false) : justFailed(question.key)
    if (recent) {
      hits++
      return recent
    }
    let shared = true
    const coming = flights.join(question.key, () => {
      shared = false
      return ask(question, known)
    })
    if (shared) hits++
    else misses++
    // "No data" has no age worth telling: whoever asks again wants to know whether there is some by now.
    if (!known || known.status === 404) return coming
    return orAfter(coming, endpoint === 'firesInBox' ? FIRES_WAIT_MS : REFRESH_WAIT_MS, told(known, true))
  }

  /** A clock that was put back makes nothing fresh for longer. */
  function isFresh({ heldMs, freshMs }: Held): boolean {
    const ageMs = clock.now() - heldMs
    return ageMs >= 0 && ageMs < freshMs
  }

  function justFailed(key: string): StandardAnswer | null {
    const last = failed.get(key)
    return last && clock.monotonicMs() < last.untilMs ? last.answer : null
  }

  /** `coming` where it comes within `waitMs`, else `otherwise`; it is under way all the same. */
  function orAfter(
    coming: Promise<StandardAnswer>,
    waitMs: number,
    otherwise: StandardAnswer,
  ): Promise<StandardAnswer> {
    return new Promise((resolve, reject) => {
      const stopWaiting = clock.after(waitMs, () => resolve(otherwise))
      coming.then(resolve, reject).finally(stopWaiting)
    })
  }

  async function ask(question: Question, known: Held | undefined): Promise<StandardAnswer> {
    const { path, pricePoints } = standardEndpoints[question.endpoint]
    const reservation = budget.reserve(pricePoints, question.endpoint === 'firesInBox' ? FIRES_SHARE : 1)
    if (!reservation) return known ? told(known, true) : refusal(503, CODE_BUDGET_SPENT, budgetSpent())
    try {
      const { status, body, asOfMs } = await http.request({
        service: 'standard',
        path,
        query: question.query,
        // A map of fires is many cells: whoever clicked a place goes first.
        priority: question.endpoint === 'firesInBox' ? 'fires' : 'rest',
        product: 'standard',
      })
      const good = status === 200 && codeOf(body) === CODE_OK
      if (good) reservation.spend()
      else reservation.release()
      // A refusal of one question says nothing about the next one like it: only data and "no data" are kept.
      if (!good && status !== 404) return { status, body, asOfMs, stale: false }
      const freshMs = good ? FRESH_MS[question.endpoint] : FRESH_NONE_MS
      const fresh: Held = { status, body, asOfMs, heldMs: clock.now(), freshMs }
      held.set(question.key, fresh)
      failed.delete(question.key)
      if (good && question.endpoint === 'airports') memory?.keepAnswer(question.key, stringifyJsonExact(fresh))
      return told(fresh, false)
    } catch (error) {
      reservation.release()
      const answer = known ? told(known, true) : failure(error)
      failed.set(question.key, { answer, untilMs: clock.monotonicMs() + FAILED_FOR_MS })
      return answer
    }
  }

  function budgetSpent(): string {
    const { budgetPerDay, resetsAtMs } = budget.state()
    return `the day's budget of ${budgetPerDay} resource points is spent; it starts anew at ${formatUtc(resetsAtMs)}`
  }

  function failure(error: unknown): StandardAnswer {
    if (!(error instanceof ContractError)) return refusal(502, 50_200, 'the upstream service could not be asked')
    switch (error.reason) {
      case 'rate-limited':
        return refusal(429, 42_900, 'the upstream service limits the rate; try again in a few seconds')
      case 'timeout':
        return refusal(504, 50_400, 'the upstream service did not answer in time')
      case 'unauthorised':
        return refusal(502, 50_201, 'the upstream service does not accept the key of this server')
      default:
        return refusal(502, 50_200, 'the upstream service could not be reached or gave no readable answer')
    }
  }

  function refusal(status: number, code: number, message: string): StandardAnswer {
    const body = { code, message, data: null, request_id: `req_${crypto.randomUUID()}` }
    return { status, body, asOfMs: clock.now(), stale: false }
  }

  return { answer, counters: () => ({ entries: held.size, hits, misses }) }
}

function told({ status, body, asOfMs }: Held, stale: boolean): StandardAnswer {
  return { status, body, asOfMs, stale }
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  return Number.isFinite(code) ? code : null
}
