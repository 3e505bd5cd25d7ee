import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { StrikeMemory } from '../../src/shell/strike-memory.ts'
import { makeRecords } from './lightning/records.ts'

const HOURS = 24
const RATE = 200
const SECOND_MS = 1_000
const HOUR_S = 3_600
/** What the heap may be off that of the first hour. */
const SHARE_MAX = 0.05

interface Held {
  hour: number
  heapBytes: number
  columnBytes: number
  strokes: number
}

/** A day at 200 records a second through what a page holds its strikes in, by a clock of its own. */
export function runDay(say: (line: string) => void): { hours: Held[]; heapShare: number; met: boolean } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let nowMs = Date.UTC(2026, 6, 1)
  const status = () => ({
    state: 'live' as const,
    sinceMs: nowMs,
    lastDataMs: nowMs,
    reconnects: 0,
    lastError: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  })
  const strikes = { start() {}, subscribe: () => () => {}, status, close() {}, reachBack() {}, pending: () => [] }
  const clock = { now: () => nowMs, monotonicMs: () => nowMs, after: () => () => {}, every: () => () => {} }
  const memory = new StrikeMemory({ strikes, clock })
  const hours: Held[] = []
  for (let hour = 1; hour <= HOURS; hour++) {
    for (let second = 0; second < HOUR_S; second++) {
      nowMs += SECOND_MS
      const records = makeRecords(RATE, nowMs - 5 * SECOND_MS, nowMs - 4 * SECOND_MS)
      memory.take({ kind: 'records', records, from: 'live' })
    }
    collect()
    const { heapUsed } = process.memoryUsage()
    const held = {
      hour,
      heapBytes: heapUsed,
      columnBytes: memory.columns.bytes,
      strokes: memory.columns.countSince(nowMs - 30 * 60 * SECOND_MS),
    }
    hours.push(held)
    say(
      `hour ${String(hour).padStart(2)}: heap ${megabytes(held.heapBytes)}, columns ${megabytes(held.columnBytes)}, ${held.strokes} strokes in 30 min`,
    )
  }
  const first = hours[0]!.heapBytes
  const heapShare = hours.at(-1)!.heapBytes / first - 1
  const met = Math.abs(heapShare) <= SHARE_MAX && hours.at(-1)!.columnBytes <= hours[2]!.columnBytes
  say(
    `${met ? 'met    ' : 'NOT MET'}  heap after a day ${(heapShare * 100).toFixed(1)} % off that of the first hour, columns no larger than after three`,
  )
  return { hours, heapShare, met }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
