import { minuteBucket } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { type Span, totalMs } from '../../../core/time/spans.ts'
import type { Source } from '../../sources/source.ts'
import { manyStrikesJson, reportsJson } from '../http/records-json.ts'
import { createSharedAnswers, type SharedAnswer } from '../http/shared-answers.ts'

import { type LogPlaces, NO_PLACES } from './log-places.ts'

/** Responses that every viewer requests on joining. */
export type JoinAnswers = ReturnType<typeof createJoinAnswers>

/** After a start the first batch arrives soon: earlier requests wait for it. */
const FIRST_WITHIN_MS = 10_000
/** Distinct boxes per second; further ones get the unrestricted response. */
const JOIN_BOXES_MAX = 32

/**
 * Five minutes of a storm are megabytes. A response is valid until the next batch: a viewer that subscribed before its
 * request must find all earlier batches in it.
 */
export function createJoinAnswers(deps: { source: Source; clock: Clock; places?: LogPlaces }) {
  const { source, clock, places = NO_PLACES } = deps
  const strikes = createSharedAnswers({ clock, mayHold: () => source.links().lightning.state !== 'off' })
  const reports = createSharedAnswers({ clock, mayHold: () => source.links().metar.state !== 'off' })
  const boxed = createSharedAnswers({ clock, mayHold: () => source.links().lightning.state !== 'off' })
  const stops: (() => void)[] = [source.onStrikes(strikes.changed), source.onReports(reports.changed)]
  stops.push(source.onStrikes(boxed.changed))
  const isAmongBoxes = createBoxes(clock, boxed.changed)
  /** Something was observed since the start; a connected line alone is not enough. */
  let hasBegun = false
  stops.push(
    source.onStrikes(() => {
      hasBegun ||= !observedNothing(1)
    }),
  )
  /** One wait shared by all requests. */
  let first: Promise<void> | null = null

  /** Unobserved parts of the last minutes. */
  function holesOf(minutes: number): Span[] {
    const nowMs = clock.now()
    return source.notObserved?.(nowMs - minutes * MINUTE_MS, nowMs) ?? []
  }

  async function strikesText(minutes: number, box?: Box): Promise<string> {
    const toMs = clock.now()
    const fromMs = toMs - minutes * MINUTE_MS
    // Read before the records, which may grow meanwhile.
    const position = places.position()
    const all = await source.strikes(minutes)
    const records = box ? all.filter((record) => isInside(box, record)) : all
    const holes = holesOf(minutes)
    const head = {
      minutes,
      from: formatUtc(fromMs),
      to: formatUtc(toMs),
      checked_at: formatUtc(clock.now()),
      count: records.length,
      ...(box && { bbox: [box.west, box.south, box.east, box.north] }),
      buckets: bucketsBetween(fromMs, toMs),
      ...(holes.length > 0 && {
        not_observed: holes.map((hole) => ({ from: formatUtc(hole.fromMs), to: formatUtc(hole.toMs) })),
      }),
      ...(position !== undefined && { position }),
    }
    return `${JSON.stringify(head).slice(0, -1)},"data":${await manyStrikesJson(records)}}`
  }

  async function reportsText(parsed: boolean): Promise<string> {
    const position = places.position()
    const data = reportsJson(await source.latestReports('all'), parsed)
    return position === undefined ? `{"data":${data}}` : `{"position":${JSON.stringify(position)},"data":${data}}`
  }

  const observedNothing = (minutes: number): boolean => totalMs(holesOf(minutes)) >= minutes * MINUTE_MS - 1

  const knowsNothing = async (minutes: number): Promise<boolean> =>
    observedNothing(minutes) && (await source.strikes(minutes)).length === 0

  function waitForFirst(): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        stop()
        cancel()
        first = null
        resolve()
      }
      const stop = source.onStrikes(() => hasBegun && over())
      const cancel = clock.after(FIRST_WITHIN_MS, over)
      stops.push(over)
    })
  }

  return {
    /**
     * DL §4.2. Unknown parts of the window are listed as `not_observed`. With a box the response is limited to it, and
     * says so, unless too many distinct boxes are requested.
     */
    strikes(minutes: number, box?: Box): Promise<SharedAnswer> {
      if (!box) return strikes.of(String(minutes), () => strikesText(minutes))
      const question = [minutes, box.west, box.south, box.east, box.north].join()
      if (!isAmongBoxes(question)) return this.strikes(minutes)
      return boxed.of(question, () => strikesText(minutes, box))
    },
    /**
     * The whole window is unknown: an empty list would be read as an absence of strikes. After a start the first batch is
     * awaited.
     */
    async isUnknown(minutes: number): Promise<boolean> {
      if (!(await knowsNothing(minutes))) return false
      if (hasBegun) return true
      first ??= waitForFirst()
      await first
      return await knowsNothing(minutes)
    },
    /** DL §4.6: the latest report of every airport. */
    reports: (parsed: boolean): Promise<SharedAnswer> => reports.of(String(parsed), () => reportsText(parsed)),
    close(): void {
      for (const stop of stops) stop()
    },
  }
}

/** All minutes that the window touches. */
function bucketsBetween(fromMs: number, toMs: number): string[] {
  const buckets: string[] = []
  for (let ms = fromMs - (fromMs % MINUTE_MS); ms <= toMs; ms += MINUTE_MS) buckets.push(minuteBucket(ms))
  return buckets
}

/** Decides whether a box gets its own response: a limited number per second, to bound the work. */
function createBoxes(clock: Clock, nextSecond: () => void): (question: string) => boolean {
  let sinceMs = Number.NEGATIVE_INFINITY
  const questions = new Set<string>()
  return (question) => {
    const nowMs = clock.monotonicMs()
    if (nowMs - sinceMs >= SECOND_MS) {
      sinceMs = nowMs
      questions.clear()
      nextSecond()
    }
    if (questions.size < JOIN_BOXES_MAX) questions.add(question)
    return questions.has(question)
  }
}
