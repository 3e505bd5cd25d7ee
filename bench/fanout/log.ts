import { pino } from 'pino'
import type { StrikeRecord } from '../../src/contract/lightning.ts'
import { positionOf } from '../../src/contract/messages.ts'
import { systemClock } from '../../src/core/time/clock.ts'
import { HOUR_MS } from '../../src/core/time/durations.ts'
import { Emitter } from '../../src/core/util/emitter.ts'
import { createKnownStrikes } from '../../src/server/cluster/known-strikes.ts'
import { createLive, type LiveMessage } from '../../src/server/cluster/live.ts'
import { createLogWriter } from '../../src/server/cluster/log-writer.ts'
import type { LogEntry } from '../../src/server/cluster/messages.ts'
import { createBus } from '../../src/server/cluster/nats/bus.ts'
import { connectNats } from '../../src/server/cluster/nats/connection.ts'
import { openEventLog } from '../../src/server/cluster/nats/event-log.ts'

/** Live subject and log of a cluster as its processes use them: a batch delivered by one reaches all. */
export async function openBenchLog(url: string, take: (records: StrikeRecord[]) => void) {
  const clock = systemClock
  const log = pino({ level: 'silent' })
  const connection = await connectNats({ servers: [url], credentials: null, caFile: null }, clock, log)
  const eventLog = await openEventLog({ connection, name: 'bench', keepMs: HOUR_MS, replicas: 1, clock, log })
  const { last } = await eventLog.bounds()
  const known = createKnownStrikes(clock)
  const logged = new Emitter<readonly StrikeRecord[]>()
  let readNumber = last
  const position = () => positionOf('bench', readNumber)
  const deliver = (records: readonly StrikeRecord[]) => {
    const unseen = known.deliver(records)
    if (unseen.length > 0) take(unseen)
  }
  const live = createLive({
    channel: createBus(connection, 'bench', log).channel<LiveMessage>('live'),
    known,
    clock,
    log,
    hear: ({ records }) => deliver(records),
    deliver({ records }) {
      deliver(records)
      writer.wake()
    },
  })
  eventLog.read(last + 1, (number, entries) => {
    readNumber = number
    const records = entries.flatMap(strikesOf)
    const { unseen } = known.read(records)
    logged.emit(records)
    if (unseen.length > 0) take(unseen)
  })
  const writer = createLogWriter({
    eventLog,
    known,
    after: last,
    isHeld: () => true,
    clock,
    log,
    onTooMuch() {},
    onFenced: () => {
      throw new Error('Two processes write the log.')
    },
  })
  return {
    write(records: StrikeRecord[]) {
      live.say({ line: 'A', isLive: true, records })
    },
    /** The log properties of a shared source. */
    source: {
      position,
      unlogged: () => Array.from(known.unlogged(), ({ record }) => record),
      onLogged: (listener: (position: string, records: readonly StrikeRecord[]) => void) =>
        logged.subscribe((records) => listener(position(), records)),
    },
  }
}

function strikesOf(entry: LogEntry): StrikeRecord[] {
  return entry.of === 'lightning' && entry.event.kind === 'batch' ? entry.event.records : []
}
