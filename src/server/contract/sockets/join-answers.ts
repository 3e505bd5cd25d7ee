import { minuteBucket } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Source } from '../../sources/source.ts'
import { reportsJson, strikesJson } from '../http/records-json.ts'
import { createSharedAnswers, type SharedAnswer } from '../http/shared-answers.ts'

/** What every viewer asks for on joining. */
export interface JoinAnswers {
  /** DL §4.2. */
  strikes(minutes: number): Promise<SharedAnswer>
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

  async function strikesText(minutes: number): Promise<string> {
    const toMs = clock.now()
    const fromMs = toMs - minutes * MINUTE_MS
    const records = await source.strikes(minutes)
    const head = {
      minutes,
      from: formatUtc(fromMs),
      to: formatUtc(toMs),
      checked_at: formatUtc(clock.now()),
      count: records.length,
      buckets: bucketsBetween(fromMs, toMs),
    }
    return `${JSON.stringify(head).slice(0, -1)},"data":${strikesJson(records)}}`
  }

  return {
    strikes: (minutes) => strikes.of(String(minutes), () => strikesText(minutes)),
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
