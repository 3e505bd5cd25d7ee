import { minuteBucket } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Source } from '../../sources/source.ts'
import { manyStrikesJson, reportsJson } from '../http/records-json.ts'
import { createSharedAnswers, type SharedAnswer } from '../http/shared-answers.ts'

/** What every viewer asks for on joining. */
export interface JoinAnswers {
  /** DL §4.2. What of the window is not known stands in it as `not_observed`. */
  strikes(minutes: number): Promise<SharedAnswer>
  /** Nothing of the window is known: an empty list would be taken for calm. */
  isUnknown(minutes: number): Promise<boolean>
  /** DL §4.6: the latest report of every airport. */
  reports(parsed: boolean): Promise<SharedAnswer>
  close(): void
}

/**
 * Five minutes of a storm are megabytes. An answer serves until the next batch, and no longer: whoever subscribed before
 * asking must find in it what was sent before.
 */
export function createJoinAnswers(deps: { source: Source; clock: Clock }): JoinAnswers {
  const { source, clock } = deps
  const strikes = createSharedAnswers({ clock, mayHold: () => source.links().lightning.state !== 'off' })
  const reports = createSharedAnswers({ clock, mayHold: () => source.links().metar.state !== 'off' })
  const stops = [source.onStrikes(strikes.changed), source.onReports(reports.changed)]

  /** What of the last minutes is not known, by the clock that strikes go by. */
  function holesOf(minutes: number): Span[] {
    const nowMs = source.nowMs?.() ?? clock.now()
    return source.notObserved?.(nowMs - minutes * MINUTE_MS, nowMs) ?? []
  }

  async function strikesText(minutes: number): Promise<string> {
    const toMs = clock.now()
    const fromMs = toMs - minutes * MINUTE_MS
    const records = await source.strikes(minutes)
    const holes = holesOf(minutes)
    const head = {
      minutes,
      from: formatUtc(fromMs),
      to: formatUtc(toMs),
      checked_at: formatUtc(clock.now()),
      count: records.length,
      buckets: bucketsBetween(fromMs, toMs),
      ...(holes.length > 0 && {
        not_observed: holes.map((hole) => ({ from: formatUtc(hole.fromMs), to: formatUtc(hole.toMs) })),
      }),
    }
    return `${JSON.stringify(head).slice(0, -1)},"data":${await manyStrikesJson(records)}}`
  }

  return {
    strikes: (minutes) => strikes.of(String(minutes), () => strikesText(minutes)),
    async isUnknown(minutes) {
      const unknownMs = holesOf(minutes).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
      return unknownMs >= minutes * MINUTE_MS - 1 && (await source.strikes(minutes)).length === 0
    },
    reports: (parsed) =>
      reports.of(String(parsed), async () => `{"data":${reportsJson(await source.latestReports('all'), parsed)}}`),
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
