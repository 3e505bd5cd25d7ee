import { observedMs } from '../../../core/metar/observed-time.ts'
import { splitTime } from '../../../core/strikes/strike-block.ts'
import type { LogEntry } from '../messages.ts'
import { REPORTS_MS } from './kept-forms.ts'

/** Minutes, and ten minutes of reports, that are marked at a time: several times three days. */
const MARKS_MAX = 20_000
/** Later than what is final by more than any strike of these days: its time is wrong, and it is not stored. */
const AHEAD_MINUTES = 60

/** Which messages of the log have something of which minutes, counted since 1970. */
export interface LogMarks {
  /** Messages before this one were not looked at. */
  readonly begunAt: number
  take(number: number, entries: readonly LogEntry[]): void
  /** The minutes of which a strike came after that message. */
  minutesSince(number: number): number[]
  /** The ten minutes, counted since 1970, of which a report came after that message. */
  reportsSince(number: number): number[]
  /** The first message with a strike of that minute or a later one; null where it may have come before we looked. */
  firstFrom(minute: number): number | null
}

/** Marks what is read of the log from `begunAt` on; of minutes up to `knownTo` something may have come before. */
export function createLogMarks({ begunAt, knownTo }: { begunAt: number; knownTo: number }): LogMarks {
  const minutes = new Map<number, { first: number; last: number }>()
  const reports = new Map<number, number>()
  let latest = begunAt - 1

  function bound(map: Map<number, unknown>): void {
    while (map.size > MARKS_MAX) map.delete(map.keys().next().value!)
  }

  return {
    begunAt,
    take(number, entries) {
      latest = number
      for (const entry of entries) {
        if (entry.of === 'lightning' && entry.event.kind === 'batch') {
          for (const { time } of entry.event.records) {
            const minute = Math.floor(splitTime(time).second / 60)
            const known = minutes.get(minute)
            if (known) known.last = number
            else minutes.set(minute, { first: number, last: number })
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
    minutesSince: (number) => [...minutes].filter(([, { last }]) => last > number).map(([minute]) => minute),
    reportsSince: (number) => [...reports].filter(([, last]) => last > number).map(([tenMinutes]) => tenMinutes),
    firstFrom(minute) {
      if (minute <= knownTo) return null
      let first = latest + 1
      for (const [each, mark] of minutes) {
        if (each >= minute && each < minute + AHEAD_MINUTES) first = Math.min(first, mark.first)
      }
      return first
    },
  }
}
