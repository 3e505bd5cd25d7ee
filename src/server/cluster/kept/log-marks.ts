import { observedMs } from '../../../core/metar/observed-time.ts'
import { splitTime } from '../../../core/strikes/strike-block.ts'
import type { LogEntry } from '../messages.ts'
import { REPORTS_MS } from './kept-forms.ts'

/** Marked minutes, and ten minutes of reports: several times three days. */
const MARKS_MAX = 20_000
/** Strikes this much later than final minutes have a wrong time, and are not stored. */
const AHEAD_MINUTES = 60

export type LogMarks = ReturnType<typeof createLogMarks>

/**
 * Strikes and reports of messages of the log from `begunAt` on, by minutes since 1970. Earlier messages may have strikes of minutes up to
 * `knownTo`.
 */
export function createLogMarks({ begunAt, knownTo }: { begunAt: number; knownTo: number }) {
  const minutes = new Map<number, { first: number; last: number }>()
  const reports = new Map<number, number>()
  let latest = begunAt - 1

  function bound(map: Map<number, unknown>): void {
    while (map.size > MARKS_MAX) map.delete(map.keys().next().value!)
  }

  return {
    begunAt,
    take(number: number, entries: readonly LogEntry[]): void {
      latest = number
      for (const entry of entries) {
        if (entry.of === 'lightning' && entry.event.kind === 'batch') {
          for (const { time } of entry.event.records) {
            const minute = Math.floor(splitTime(time).second / 60)
            minutes.set(minute, { first: minutes.get(minute)?.first ?? number, last: number })
          }
        }
        if (entry.of === 'metar' && entry.event.kind === 'reports') {
          for (const record of entry.event.records) {
            const ms = observedMs(record)
            if (ms !== null) reports.set(Math.floor(ms / REPORTS_MS), number)
          }
        }
      }
      bound(minutes)
      bound(reports)
    },
    /** Minutes with a strike in a later message. */
    minutesSince: (number: number) => [...minutes].filter(([, { last }]) => last > number).map(([minute]) => minute),
    /** Ten minutes, counted since 1970, with a report in a later message. */
    reportsSince: (number: number) =>
      [...reports].filter(([, last]) => last > number).map(([tenMinutes]) => tenMinutes),
    /** The first message with a strike of that minute or a later one; null if an earlier message may have one. */
    firstFrom(minute: number): number | null {
      if (minute <= knownTo) return null
      let first = latest + 1
      for (const [each, mark] of minutes) {
        if (each >= minute && each < minute + AHEAD_MINUTES) first = Math.min(first, mark.first)
      }
      return first
    },
  }
}
