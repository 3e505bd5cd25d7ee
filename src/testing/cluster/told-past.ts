import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Alarm } from '../../contract/watch/alarms.ts'
import { blockOf } from '../../core/strikes/strike-block.ts'
import { systemClock } from '../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { minuteKey, packMinute, packState, STATE_KEY } from '../../server/cluster/kept/kept-forms.ts'
import { connectNats } from '../../server/cluster/nats/connection.ts'
import { openEventLog } from '../../server/cluster/nats/event-log.ts'
import { openKeptStream } from '../../server/cluster/nats/kept-stream.ts'
import { packedFrames } from '../../server/history/packing.ts'
import type { NumberedChange } from '../../server/history/watch-store.ts'
import { silentLog as log } from '../fakes/silent-log.ts'
import { strikeAt } from '../history-kit.ts'
import { batchEntry, observedEntry } from './shared-source-kit.ts'

const MINUTES_IN_LOG = 17

/**
 * Writes the log, the stored minutes and an alarm of a cluster with simulated data to a NATS server. Returns the times of its strikes,
 * nanoseconds, their number by minute since 1970, and the alarm.
 */
export async function tellPast(options: {
  url: string
  minutes: number
  perSecond: number
  /** Period of a message of the log. */
  messageMs: number
}) {
  const { url, minutes, perSecond, messageMs } = options
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, systemClock, log)
  const stream = { connection, keepMs: 72 * HOUR_MS, replicas: 1, clock: systemClock, log }
  const eventLog = await openEventLog({ ...stream, name: 'brontide-simulated' })
  const kept = await openKeptStream({ ...stream, name: 'brontide-simulated-kept' })
  const end = Math.floor(systemClock.now() / MINUTE_MS)
  const sealedTo = end - MINUTES_IN_LOG
  const counts = new Map<number, number>()
  const times = new Set<string>()
  function strikesOf(fromMs: number, durationMs: number): StrikeRecord[] {
    const length = (perSecond * durationMs) / SECOND_MS
    const records = Array.from({ length }, (_, i) => strikeAt(fromMs + (i * durationMs) / length))
    for (const { time } of records) times.add(String(time))
    const minute = Math.floor(fromMs / MINUTE_MS)
    counts.set(minute, (counts.get(minute) ?? 0) + length)
    return records
  }
  let last = 0
  for (let minute = end - minutes; minute < sealedTo; minute++) {
    const records = strikesOf(minute * MINUTE_MS, MINUTE_MS)
    const frames = packedFrames(blockOf(records, minute * 60))
    const sealed = { minute, parts: [{ compact: true, count: records.length, frames }], late: [] }
    last = (await kept.put(minuteKey(minute), packMinute(sealed), last))!
  }
  const observed = [{ fromMs: (end - minutes) * MINUTE_MS, toMs: sealedTo * MINUTE_MS }]
  const { identity } = eventLog
  const state = { identity, sealedTo, from: 1, number: 0, observed: { lightning: observed, metar: [] } }
  await kept.put(STATE_KEY, packState(state), last)
  let number = 0
  for (let fromMs = sealedTo * MINUTE_MS; fromMs < end * MINUTE_MS; fromMs += messageMs) {
    const entries = [batchEntry(...strikesOf(fromMs, messageMs)), observedEntry(fromMs, fromMs + messageMs)]
    number = (await eventLog.append(entries, number, String(fromMs)))!
  }
  const watchLog = await openEventLog<NumberedChange>({ ...stream, name: 'brontide-simulated-watch' })
  const at = new Date(systemClock.now() - MINUTE_MS).toISOString()
  const alarm = { id: 'alarm-1', place: null, stage: 'quiet', at, acknowledged: null, details: {} } as unknown as Alarm
  await watchLog.append([{ added: [{ rev: 1, alarm, channels: [] }], acknowledged: null }], 0, 'a')
  await connection.close()
  return { times, counts, alarm }
}
