import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { History, HistoryEntry } from '../history/history.ts'
import { recordSource } from '../sources/recorder.ts'
import type { ReportEvent, StrikeEvent } from '../sources/source.ts'
import { type EventLog, isRead } from './engine.ts'
import type { LogEntry } from './messages.ts'

const NOTE = 'read of the log'
/** The latest messages may not have been written when the process ended. Reading a minute of them twice is idempotent. */
const AGAIN = 60
const WRITTEN_TOGETHER = 200
const readSchema = z.object({ identity: z.string(), number: z.number() })

/** Notes that messages up to that number are in the history. */
export function noteRead(history: Pick<History, 'notes'>, eventLog: EventLog, number: number): Promise<void> {
  return history.notes.set(NOTE, JSON.stringify({ identity: eventLog.identity, number }))
}

/** The first message to read; null if nothing of this log is in the history. */
export async function readBefore(history: Pick<History, 'notes'>, eventLog: EventLog): Promise<number | null> {
  const noted = await history.notes.get(NOTE)
  const read = noted === null ? null : readSchema.parse(JSON.parse(noted))
  return read?.identity === eventLog.identity ? Math.max(1, read.number - AGAIN) : null
}

/** Writes messages `from` to `last` of the log to the history. */
export async function catchUp(deps: {
  eventLog: EventLog
  history: Pick<History, 'write' | 'notes'>
  clock: Clock
  log: Logger
  from: number
  last: number
  /** Receives each message too. */
  take(number: number, entries: readonly LogEntry[]): void
}): Promise<void> {
  const { eventLog, history, clock, log, from, last } = deps
  if (from > last) return
  const strikes = new Emitter<StrikeEvent>()
  const reports = new Emitter<ReportEvent>()
  const source = {
    onStrikes: (listener: (event: StrikeEvent) => void) => strikes.subscribe(listener),
    onReports: (listener: (event: ReportEvent) => void) => reports.subscribe(listener),
  }
  const together = writeTogether(history)
  const stopRecording = recordSource({ source, history: together, clock, log })
  const beganMs = clock.monotonicMs()
  function takeOne(number: number, entries: readonly LogEntry[]): void {
    deps.take(number, entries)
    for (const entry of entries) {
      if (entry.of === 'lightning') strikes.emit(entry.event)
      if (entry.of === 'metar') reports.emit(entry.event)
    }
  }
  let isOver = false
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  const stop = eventLog.read(from, (number, entries) => {
    if (isOver) return
    if (number <= last) takeOne(number, entries)
    // The last message may have expired meanwhile: then a later one ends this.
    if (number < last) return
    isOver = true
    resolve()
  })
  const isWhole = await isRead(eventLog, last, taken, clock)
  isOver = true
  stop()
  await stopRecording()
  await together.flush()
  if (!isWhole) throw new Error('the log lost its end while it was read')
  await noteRead(history, eventLog, last)
  log.info({ messages: last - from + 1, ms: Math.round(clock.monotonicMs() - beganMs) }, 'caught up with the log')
}

/** Groups writes: each is a write to disk. */
function writeTogether(history: Pick<History, 'write'>): Pick<History, 'write'> & { flush(): Promise<void> } {
  const waiting: HistoryEntry[] = []
  const flush = () => history.write(...waiting.splice(0))
  return {
    flush,
    async write(...entries) {
      for (const entry of entries) waiting.push(entry)
      if (waiting.length >= WRITTEN_TOGETHER) await flush()
    },
  }
}
