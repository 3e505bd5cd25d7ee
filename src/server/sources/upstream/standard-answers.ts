import { LRUCache } from 'lru-cache'
import type { ContractHttp } from '../../../client/http/http.ts'
import { createSharedFlights } from '../../../client/http/shared-flights.ts'
import type { StandardEndpoint } from '../../../contract/standard.ts'
import { type StandardQuery, standardQueries } from '../../../contract/standard-queries.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { filterStations, type ListedStation } from '../../../core/airports/filter-stations.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { entriesAtMost } from '../../../core/util/entries-at-most.ts'
import { createConcurrencyLimit } from '../../web/concurrency-limit.ts'
import type { Asker, StandardAnswer } from '../source.ts'
import type { AnswerStore, HeldAnswer } from './answer-store.ts'
import { createBuyer, NoPoints } from './buy-answer.ts'
import type { SkippedRows } from './clean-lists.ts'
import type { PointBudget } from './point-budget.ts'
import { type Question, questionOf } from './question.ts'
import { tooManyWaiting } from './refusals.ts'

const FAILED_MAX = 4_000

/** With a stale cached response a request waits this long for a new one. */
const REFRESH_WAIT_MS = 1_500
/** Fire cells queue together and are less urgent. */
const FIRES_WAIT_MS = 8_000
/** Back-off after a failure, for all viewers. */
const FAILED_FOR_MS = 10_000

/** Queued requests without a cached response: per asker, and in total. The upstream allows two a second. */
const WAITING_EACH_MAX = 24
const WAITING_MAX = 400
const NO_ASKER: Asker = { id: '' }

interface Failed {
  answer: StandardAnswer
  untilMs: number // monotonic
}

export interface StandardAnswers {
  answer(endpoint: StandardEndpoint, query: Record<string, string>, asker?: Asker): Promise<StandardAnswer>
  counters(): Promise<{ entries: number; hits: number; misses: number }>
}

interface Deps {
  http: ContractHttp
  clock: Clock
  budget: PointBudget
  held: AnswerStore
  /** Receives unreadable rows of a response. */
  onSkipped?(rows: SkippedRows): void
}

/**
 * The standard service behind one cache for all viewers: concurrent requests are combined, data and "no data" are
 * shared while fresh, and stale responses are served with their age while a new one is fetched, or while the budget or
 * the upstream is unavailable. Never rejects.
 */
export function createStandardAnswers({ http, clock, budget, held, onSkipped }: Deps): StandardAnswers {
  const failed = new LRUCache<string, Failed>(entriesAtMost(FAILED_MAX))
  const flights = createSharedFlights<StandardAnswer>()
  const waiting = createConcurrencyLimit({ each: WAITING_EACH_MAX, all: WAITING_MAX })
  const buyer = createBuyer({ http, clock, budget, onSkipped })
  let hits = 0
  let misses = 0

  async function answer(
    endpoint: StandardEndpoint,
    query: Record<string, string>,
    asker: Asker = NO_ASKER,
  ): Promise<StandardAnswer> {
    if (endpoint !== 'airports') return answerTo(questionOf(endpoint, query), asker)
    return narrowAirportList(await answerTo(questionOf(endpoint, {}), asker), query)
  }

  async function answerTo(question: Question, asker: Asker): Promise<StandardAnswer> {
    const known = await held.get(question.key)
    const recent = known && isFresh(known, clock.now()) ? told(known, false) : justFailed(question.key)
    if (recent) {
      hits++
      return recent
    }
    const place = waiting.enter(asker.id)
    if (!place.isFree) return known ? told(known, true) : tooManyWaiting(place.isOwn, clock.now())
    let isFirst = false
    // A refresh of a cached response benefits all viewers, so that an abort by one does not cancel it.
    const coming = flights
      .join(
        question.key,
        (signal) => {
          isFirst = true
          return ask(question, asker.id, signal)
        },
        known ? undefined : asker.signal,
      )
      .finally(place.leave)
    if (!isFirst) hits++
    // A stale "no data" is not served: the request waits for a current response.
    if (!known || known.status === 404) return coming
    return orAfter(
      clock,
      coming,
      question.endpoint === 'firesInBox' ? FIRES_WAIT_MS : REFRESH_WAIT_MS,
      told(known, true),
    )
  }

  function justFailed(key: string): StandardAnswer | null {
    const last = failed.get(key)
    return last && clock.monotonicMs() < last.untilMs ? last.answer : null
  }

  /** A single flight per question: first checks whether the previous flight has filled the cache. */
  async function ask(question: Question, asker: string, signal: AbortSignal): Promise<StandardAnswer> {
    const known = await held.get(question.key)
    if (known && isFresh(known, clock.now())) {
      hits++
      return told(known, false)
    }
    misses++
    try {
      const { answer, worthKeeping } = await buyer.buy(question, asker, signal)
      if (!worthKeeping) return answer
      failed.delete(question.key)
      await held.put(question.key, worthKeeping, { keep: isAirportList(question, worthKeeping) })
      return answer
    } catch (error) {
      signal.throwIfAborted()
      const answer = known ? told(known, true) : await buyer.refusalOf(error)
      // A refusal of one viewer's share does not apply to others.
      if (!(error instanceof NoPoints))
        failed.set(question.key, { answer, untilMs: clock.monotonicMs() + FAILED_FOR_MS })
      return answer
    }
  }

  return { answer, counters: async () => ({ entries: await held.count(), hits, misses }) }
}

/** A clock set back must not extend freshness. */
function isFresh({ heldMs, freshMs }: HeldAnswer, nowMs: number): boolean {
  const ageMs = nowMs - heldMs
  return ageMs >= 0 && ageMs < freshMs
}

/** `coming` if it resolves within `waitMs`, else `otherwise`; it continues either way. */
function orAfter<T>(clock: Clock, coming: Promise<T>, waitMs: number, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopWaiting = clock.after(waitMs, () => resolve(otherwise))
    coming.then(resolve, reject).finally(stopWaiting)
  })
}

function told({ status, body, asOfMs }: HeldAnswer, stale: boolean): StandardAnswer {
  return { status, body, asOfMs, stale }
}

/** The list is free, equal for all viewers, and needed right after a restart. */
function isAirportList({ endpoint }: Question, { status }: HeldAnswer): boolean {
  return endpoint === 'airports' && status === 200
}

/**
 * Filters a response with all airports by the query. The list is free and rarely changes, so it is fetched whole:
 * otherwise each typed keyword would cost an upstream request and a cache entry.
 */
export function narrowAirportList(answer: StandardAnswer, query: Record<string, string>): StandardAnswer {
  const read = standardQueries.airports.safeParse(query)
  const { body } = answer
  if (!read.success || !isList(body)) return answer
  const { icao_codes: codes, keyword } = read.data
  const stations = filterStations(body.data.stations.filter(isStation), { codes, keyword }).filter((station) =>
    hasReports(station, read.data),
  )
  return { ...answer, body: { ...body, data: { ...body.data, count: stations.length, stations } } }
}

function isList(body: unknown): body is { data: { stations: unknown[] } } {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  return typeof data === 'object' && data !== null && 'stations' in data && Array.isArray(data.stations)
}

function isStation(station: unknown): station is ListedStation & { earliest_obser_time?: unknown } {
  return typeof station === 'object' && station !== null
}

/** An airport without a known first report may have reports. */
function hasReports(station: { earliest_obser_time?: unknown }, query: StandardQuery<'airports'>): boolean {
  const endMs = parseInstantMs(query.end_time)
  const earliestMs = parseInstantMs(station.earliest_obser_time)
  return endMs === null || earliestMs === null || endMs >= earliestMs
}
