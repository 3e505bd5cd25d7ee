import type { Logger } from 'pino'
import { type StrikeRecord, strikeRecordSchema } from '../../contract/lightning.ts'
import { readRecords } from '../../contract/records.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Channel } from '../web/channel.ts'
import type { KnownStrikes } from './known-strikes.ts'
import { RECORDS_OF_MESSAGE } from './messages.ts'
import { LOOK_EVERY_MS } from './timing.ts'

/** Before the next batch, for a process that just left a failed NATS server. */
const FIRST_REPEAT_MS = 750
const REPEAT_MOST_MS = 16_000

/** A batch of a line on the live subject. */
export interface LiveMessage {
  /** Line A is the leader's, line B the second line. */
  line: 'A' | 'B'
  /** Whether the line is live; also false for a repetition. */
  isLive: boolean
  records: StrikeRecord[]
}

/** Bounded by the limit of unlogged strikes, and the input of one repetition. */
interface Authored {
  line: LiveMessage['line']
  records: readonly StrikeRecord[]
  saidMs: number // monotonic
  dueMs: number
}

export type Live = ReturnType<typeof createLive>

/**
 * The live subject: plain publish/subscribe, without storage. `hear` receives the messages of other processes, `deliver`
 * those of this one.
 */
export function createLive(deps: {
  channel: Channel<LiveMessage>
  known: Pick<KnownStrikes, 'isUnlogged'>
  hear(message: LiveMessage): void
  deliver(message: LiveMessage): void
  clock: Clock
  log: Logger
}) {
  const { channel, known, hear, deliver, clock, log } = deps
  let said: Authored[] = []

  function publish(line: LiveMessage['line'], isLive: boolean, records: readonly StrikeRecord[]): void {
    let from = 0
    do {
      channel.say({ line, isLive, records: records.slice(from, from + RECORDS_OF_MESSAGE) })
      from += RECORDS_OF_MESSAGE
    } while (from < records.length)
  }

  function repeat(): void {
    const nowMs = clock.monotonicMs()
    for (const each of said) {
      if (nowMs < each.dueMs - LOOK_EVERY_MS / 2) continue
      each.records = each.records.filter(known.isUnlogged)
      if (each.records.length > 0) publish(each.line, false, each.records)
      each.dueMs = nowMs + Math.min(nowMs - each.saidMs, REPEAT_MOST_MS)
    }
    said = said.filter(({ records }) => records.length > 0)
  }

  const stops = [
    clock.every(LOOK_EVERY_MS, repeat),
    channel.on(({ line, isLive, records: list }) => {
      const { records, dropped } = readRecords(strikeRecordSchema, list)
      if (dropped > 0) log.warn({ line, dropped }, 'invalid strikes on the live subject skipped')
      hear({ line, isLive, records })
    }),
  ]

  return {
    /**
     * Publishes a batch, also an empty one, and its strikes again at each doubling of its age until they are in the log.
     * Delivers it here afterwards: NATS sends in a microtask, and the frames of thousands of viewers take a tenth of a
     * second.
     */
    say(message: LiveMessage): void {
      const { line, isLive, records } = message
      publish(line, isLive, records)
      queueMicrotask(() => deliver(message))
      if (records.length === 0) return
      const nowMs = clock.monotonicMs()
      said.push({ line, records, saidMs: nowMs, dueMs: nowMs + FIRST_REPEAT_MS })
    },
    close(): void {
      for (const stop of stops) stop()
    },
  }
}
