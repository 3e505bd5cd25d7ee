import { minuteBucket } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import { type Box, isInside } from '../../../core/geo/geo.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Source } from '../../sources/source.ts'
import { manyStrikesJson, reportsJson } from '../http/records-json.ts'
import { createSharedAnswers, type SharedAnswer } from '../http/shared-answers.ts'

import { type LogPlaces, NO_PLACES } from './log-places.ts'

/** What every viewer asks for on joining. */
export interface JoinAnswers {
  /**
   * DL §4.2. What of the window is not known stands in it as `not_observed`. With a box it is of what struck there, and says
   * so, unless too many different ones are asked for.
   */
  strikes(minutes: number, box?: Box): Promise<SharedAnswer>
  /** Nothing of the window is known: an empty list would be taken for calm. After a start the first batch is waited for. */
  isUnknown(minutes: number): Promise<boolean>
  /** DL §4.6: the latest report of every airport. */
  reports(parsed: boolean): Promise<SharedAnswer>
  close(): void
}

/** After a start the first batch is a moment away: who asks before it waits for it, instead of being sent away. */
const FIRST_WITHIN_MS = 10_000
/** Different boxes of one second; who asks for another one gets the whole answer, which is there. */
const JOIN_BOXES_MAX = 32

/**
 * Five minutes of a storm are megabytes. An answer serves until the next batch, and no longer: whoever subscribed before
 * asking must find in it what was sent before.
 */
export function createJoinAnswers(deps: { source: Source; clock: Clock; places?: LogPlaces }): JoinAnswers {
  const { source, clock, places = NO_PLACES } = deps
  const strikes = createSharedAnswers({ clock, mayHold: () => source.links().lightning.state !== 'off' })
  const reports = createSharedAnswers({ clock, mayHold: () => source.links().metar.state !== 'off' })
  const boxed = createSharedAnswers({ clock, mayHold: () => source.links().lightning.state !== 'off' })
  const stops: (() => void)[] = [source.onStrikes(strikes.changed), source.onReports(reports.changed)]
  stops.push(source.onStrikes(boxed.changed))
  const isAmongBoxes = createBoxes(clock, boxed.changed)
  /** Something has been observed since the start. A line that only answers has not brought anything yet. */
  let hasBegun = false
  stops.push(
    source.onStrikes(() => {
      hasBegun ||= !observedNothing(1)
    }),
  )
  /** One wait for all who ask meanwhile. */
  let first: Promise<void> | null = null

  /** What of the last minutes is not known. */
  function holesOf(minutes: number): Span[] {
    const nowMs = clock.now()
    return source.notObserved?.(nowMs - minutes * MINUTE_MS, nowMs) ?? []
  }

  async function strikesText(minutes: number, box?: Box): Promise<string> {
    const toMs = clock.now()
    const fromMs = toMs - minutes * MINUTE_MS
    // Before the records, for more may come while they are read.
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

  const observedNothing = (minutes: number): boolean =>
    holesOf(minutes).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) >= minutes * MINUTE_MS - 1

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
    strikes(minutes, box) {
      if (!box) return strikes.of(String(minutes), () => strikesText(minutes))
      const question = [minutes, box.west, box.south, box.east, box.north].join()
      if (!isAmongBoxes(question)) return this.strikes(minutes)
      return boxed.of(question, () => strikesText(minutes, box))
    },
    async isUnknown(minutes) {
      if (!(await knowsNothing(minutes))) return false
      if (hasBegun) return true
      first ??= waitForFirst()
      await first
      return await knowsNothing(minutes)
    },
    reports: (parsed) => reports.of(String(parsed), () => reportsText(parsed)),
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** Every minute that the window touches. */
function bucketsBetween(fromMs: number, toMs: number): string[] {
  const buckets: string[] = []
  for (let ms = fromMs - (fromMs % MINUTE_MS); ms <= toMs; ms += MINUTE_MS) buckets.push(minuteBucket(ms))
  return buckets
}

/** Tells whether an answer is made for a box, too: of each second some are, so that nobody keeps us busy with boxes. */
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
