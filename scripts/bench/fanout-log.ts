import { pino } from 'pino'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { positionOf } from '../../src/contract/messages.ts'
import { systemClock } from '../../src/core/time/clock.ts'
import { HOUR_MS } from '../../src/core/time/durations.ts'
import { createLogWriter } from '../../src/server/cluster/log-writer.ts'
import { connectNats } from '../../src/server/cluster/nats/connection.ts'
import { openEventLog } from '../../src/server/cluster/nats/event-log.ts'

/** The log of a cluster as its processes have it: batches are written to it, and come to whoever reads. */
export async function openBenchLog(url: string, take: (records: StrikeRecord[]) => void) {
  const [clock, log] = [systemClock, pino({ level: 'silent' })]
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, clock, log)
  const eventLog = await openEventLog({ connection, name: 'bench', keepMs: HOUR_MS, replicas: 1, clock, log })
  const { last } = await eventLog.bounds()
  let told = last
  eventLog.read(last + 1, (number, entries) => {
    told = number
    for (const entry of entries) {
      if (entry.of === 'lightning' && entry.event.kind === 'batch') take(entry.event.records)
    }
  })
  const writer = createLogWriter({
    ...{ eventLog, after: last, isHeld: () => true, clock, log },
    onFenced: () => {
      throw new Error('Two processes write the log.')
    },
  })
  return {
    write: (records: StrikeRecord[]) => writer.push({ of: 'lightning', event: { kind: 'batch', records } }),
    /** Up to where everything has been told here. */
    position: () => positionOf('bench', told),
  }
}
