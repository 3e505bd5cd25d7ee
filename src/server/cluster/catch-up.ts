import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { History } from '../history/history.ts'
import { recordSource } from '../history/recorder.ts'
import type { ReportEvent, StrikeEvent } from '../sources/source.ts'
import type { EventLog } from './nats/event-log.ts'

const NOTE = 'read of the log'
/** What came last may have waited to be written when the process ended: a minute is read twice, which changes nothing. */
const AGAIN = 60
const readSchema = z.object({ identity: z.string(), number: z.number() })

/** Notes that everything up to that message is in the history. */
export function noteRead(history: Pick<History, 'notes'>, eventLog: EventLog, number: number): Promise<void> {
  return history.notes.set(NOTE, JSON.stringify({ identity: eventLog.identity, number }))
}

/**
 * Brings the history of this machine to what the log has: all of it on an empty disk, else what came since. Answers the number
 * of the last message that is in it.
 */
export async function catchUp(deps: {
  eventLog: EventLog
  history: Pick<History, 'write' | 'notes'>
  clock: Clock
  log: Logger
}): Promise<number> {
  const { eventLog, history, clock, log } = deps
  const { first, last } = await eventLog.bounds()
  const from = Math.max(first, await readBefore(history, eventLog))
  if (from > last) return last
  const strikes = new Emitter<StrikeEvent>()
  const reports = new Emitter<ReportEvent>()
  const source = {
    onStrikes: (listener: (event: StrikeEvent) => void) => strikes.subscribe(listener),
    onReports: (listener: (event: ReportEvent) => void) => reports.subscribe(listener),
  }
  const stopRecording = recordSource({ source, history, clock, log })
  const beganMs = clock.monotonicMs()
  await new Promise<void>((resolve) => {
    const stop = eventLog.read(from, (number, entries) => {
      for (const entry of entries) {
        if (entry.of === 'lightning') strikes.emit(entry.event)
        if (entry.of === 'metar') reports.emit(entry.event)
      }
      if (number < last) return
      stop()
      resolve()
    })
  })
  await stopRecording()
  await noteRead(history, eventLog, last)
  log.info({ messages: last - from + 1, ms: Math.round(clock.monotonicMs() - beganMs) }, 'caught up with the log')
  return last
}

/** The message to begin with. */
async function readBefore(history: Pick<History, 'notes'>, eventLog: EventLog): Promise<number> {
  const noted = await history.notes.get(NOTE)
  const read = noted === null ? null : readSchema.parse(JSON.parse(noted))
  return read?.identity === eventLog.identity ? Math.max(1, read.number - AGAIN) : 1
}
