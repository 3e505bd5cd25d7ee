import { statSync } from 'node:fs'
import { formatUtc } from '../../../contract/time.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Storage } from './storage.ts'

const HELD_MS = 5_000

/** Totals of the store. Counting reads a whole index, so a result is cached for some seconds. */
export function createTotals(storage: Storage, clock: Pick<Clock, 'monotonicMs'>) {
  let held: { atMs: number; counted: ReturnType<typeof count> } | null = null

  function count() {
    try {
      const { strikes, minutes, oldestMinute } = storage.read((tables) => tables.strikes.totals())
      const oldest = oldestMinute === null ? null : formatUtc(oldestMinute * MINUTE_MS)
      return { strikes, minutes, oldest, reports: storage.read((tables) => tables.reports.count()) }
    } catch {
      return { strikes: 0, minutes: 0, oldest: null, reports: 0 } // the failure is reported separately
    }
  }

  return {
    read() {
      const atMs = clock.monotonicMs()
      if (!held || atMs - held.atMs > HELD_MS) held = { atMs, counted: count() }
      return { ...held.counted, bytes: bytesOf(storage.file) }
    },
  }
}

function bytesOf(file: string | null): number {
  if (file === null) return 0
  let bytes = 0
  for (const part of ['', '-wal']) bytes += statSync(file + part, { throwIfNoEntry: false })?.size ?? 0
  return bytes
}
