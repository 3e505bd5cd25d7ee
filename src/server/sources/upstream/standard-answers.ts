import { LRUCache } from 'lru-cache'
import type { ContractHttp, HttpAnswer } from '../../../client/http/http.ts'
import { createSharedFlights } from '../../../client/http/shared-flights.ts'
import { CODE_OK } from '../../../contract/limits.ts'
import { type StandardEndpoint, standardEndpoints } from '../../../contract/standard.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { StandardAnswer } from '../source.ts'
import type { AnswerStore, HeldAnswer } from './answer-store.ts'
import type { PointBudget, Reservation } from './point-budget.ts'
import { FRESH_MS, FRESH_NONE_MS, type Question, questionOf } from './question.ts'
import { budgetSpent, failureOf } from './refusals.ts'

const FAILED_MAX = 4_000

/** Cells of fires stop at this share of the day's points, so that a place can still be looked at in the evening. */
const FIRES_SHARE = 0.75

/** Who asks what is held already waits this long for the new answer, then gets the held one with its age. */
const REFRESH_WAIT_MS = 1_500
/** A cell of fires has many beside it in the queue, and a map of them is in no hurry. */
const FIRES_WAIT_MS = 8_000
/** What could not be had is not asked for again before this, however many want it. */
const FAILED_FOR_MS = 10_000

interface Failed {
  answer: StandardAnswer
  untilMs: number // monotonic
}

export interface StandardAnswers {
  answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer>
  counters(): Promise<{ entries: number; hits: number; misses: number }>
}

interface Deps {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  held: AnswerStore
}

/**
 * The standard service behind one cache for every viewer: one flight per question, answers and "no data" shared while
 * fresh, and what is held served with its age while one new answer is under way, or while the budget or the upstream is
 * out. Never rejects.
 */
export function createStandardAnswers({ http, clock, budget, held }: Deps): StandardAnswers {
  const failed = new LRUCache<string, Failed>({ max: FAILED_MAX })
  const flights = createSharedFlights<StandardAnswer>()
  let hits = 0
  let misses = 0

  async function answer(endpoint: StandardEndpoint, query: Record<string, string>): Promise<StandardAnswer> {
    const question = questionOf(endpoint, query)
    const known = await held.get(question.key)
    const recent = known && isFresh(known, clock.now()) ? told(known, false) : justFailed(question.key)
    if (recent) {
      hits++
      return recent
    }
    let isFirst = false
    const coming = flights.join(question.key, () => {
      isFirst = true
      return ask(question)
    })
    if (!isFirst) hits++
    // "No data" has no age worth telling: whoever asks again wants to know whether there is some by now.
    if (!known || known.status === 404) return coming
    return orAfter(clock, coming, endpoint === 'firesInBox' ? FIRES_WAIT_MS : REFRESH_WAIT_MS, told(known, true))
  }

  function justFailed(key: string): StandardAnswer | null {
    const last = failed.get(key)
    return last && clock.monotonicMs() < last.untilMs ? last.answer : null
  }

  /** The one flight of a question: looks first whether the flight before has brought the answer meanwhile. */
  async function ask(question: Question): Promise<StandardAnswer> {
    const known = await held.get(question.key)
    if (known && isFresh(known, clock.now())) {
      hits++
      return told(known, false)
    }
    misses++
    try {
      const reservation = await budget.reserve(pointsOf(question), question.endpoint === 'firesInBox' ? FIRES_SHARE : 1)
      if (!reservation) return known ? told(known, true) : budgetSpent(await budget.state(), clock.now())
      return await buy(question, reservation)
    } catch (error) {
      const answer = known ? told(known, true) : failureOf(error, clock.now())
      failed.set(question.key, { answer, untilMs: clock.monotonicMs() + FAILED_FOR_MS })
      return answer
    }
  }

  async function buy(question: Question, reservation: Reservation): Promise<StandardAnswer> {
    const { key, endpoint } = question
    const { status, body, asOfMs } = await request(question).catch(async (error: unknown) => {
      await reservation.release()
      throw error
    })
    const good = status === 200 && codeOf(body) === CODE_OK
    await (good ? reservation.spend() : reservation.release())
    // A refusal of one question says nothing about the next one like it: only data and "no data" are kept.
    if (!good && status !== 404) return { status, body, asOfMs, stale: false }
    const freshMs = good ? FRESH_MS[endpoint] : FRESH_NONE_MS
    const fresh: HeldAnswer = { status, body, asOfMs, heldMs: clock.now(), freshMs }
    failed.delete(key)
    await held.put(key, fresh, { keep: good && endpoint === 'airports' })
    return told(fresh, false)
  }

  function request({ endpoint, query }: Question): Promise<HttpAnswer> {
    return http.request({
      service: 'standard',
      path: standardEndpoints[endpoint].path,
      query,
      // A map of fires is many cells: whoever clicked a place goes first.
      priority: endpoint === 'firesInBox' ? 'fires' : 'rest',
      product: 'standard',
    })
  }

  return { answer, counters: async () => ({ entries: await held.count(), hits, misses }) }
}

/** A clock that was put back makes nothing fresh for longer. */
function isFresh({ heldMs, freshMs }: HeldAnswer, nowMs: number): boolean {
  const ageMs = nowMs - heldMs
  return ageMs >= 0 && ageMs < freshMs
}

/** `coming` where it comes within `waitMs`, else `otherwise`; it is under way all the same. */
function orAfter<T>(clock: Clock, coming: Promise<T>, waitMs: number, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopWaiting = clock.after(waitMs, () => resolve(otherwise))
    coming.then(resolve, reject).finally(stopWaiting)
  })
}

function pointsOf({ endpoint }: Question): number {
  return standardEndpoints[endpoint].pricePoints
}

function told({ status, body, asOfMs }: HeldAnswer, stale: boolean): StandardAnswer {
  return { status, body, asOfMs, stale }
}

function codeOf(body: unknown): number | null {
  const code = typeof body === 'object' && body !== null && 'code' in body ? Number(body.code) : Number.NaN
  return Number.isFinite(code) ? code : null
}
