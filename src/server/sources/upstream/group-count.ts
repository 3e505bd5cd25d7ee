import type { Logger } from 'pino'
import type { ReportRecord } from '../../../contract/metar.ts'
import { decodeMetar } from '../../../core/metar/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** Counts ignored METAR groups, and logs the first affected report per minute. */
export function createGroupCount({ log, clock }: { log: Logger; clock: Clock }) {
  const counts = { impossibleGroups: 0, unreadGroups: 0 }
  let loggedMs = Number.NEGATIVE_INFINITY // monotonic

  return {
    counts: counts as Readonly<typeof counts>,
    add(records: readonly ReportRecord[]): void {
      for (const { icao, raw_metar } of records) {
        const { impossible, unread } = decodeMetar(raw_metar)
        if (impossible.length + unread.length === 0) continue
        counts.impossibleGroups += impossible.length
        counts.unreadGroups += unread.length
        if (clock.monotonicMs() - loggedMs < MINUTE_MS) continue
        loggedMs = clock.monotonicMs()
        log.warn({ icao, impossible, unread, report: raw_metar }, 'METAR groups ignored')
      }
    },
  }
}
