import type { Logger } from 'pino'
import { type StrikeRecord, strikeRecordSchema } from '../../contract/lightning.ts'
import { readRecords } from '../../contract/records.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Channel } from './channel.ts'
import { type KnownStrikes, UNLOGGED_MAX } from './known-strikes.ts'
import { RECORDS_OF_MESSAGE } from './messages.ts'
import { LOOK_EVERY_MS } from './timing.ts'

const FIRST_REPEAT_MS = 1_500
const REPEAT_MOST_MS = 16_000

/** Message of an ingest on the live subject: one batch of its line. */
export interface LiveMessage {
  /** Line A is the leader's, line B the second line. */
  line: 'A' | 'B'
  /** Whether the line is live; false as well for a repetition, which says nothing of the line. */
  isLive: boolean
  records: StrikeRecord[]
}

/** The live subject: plain publish/subscribe, which loses what cannot be delivered at once. */
export interface Live {
  /** Says a batch, an empty one too, and says it again until the log has it. */
  say(message: LiveMessage): void
  close(): void
}

interface Said {
  line: LiveMessage['line']
  records: readonly StrikeRecord[]
  dueMs: number // monotonic
  waitMs: number
}

/** `hear` receives the messages of other processes. */
export function createLive(deps: {
  channel: Channel<LiveMessage>
  known: Pick<KnownStrikes, 'isUnlogged'>
  hear(message: LiveMessage): void
  clock: Clock
  log: Logger
}): Live {
  const { channel, known, hear, clock, log } = deps
  let said: Said[] = []
  let count = 0

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
      each.waitMs = Math.min(2 * each.waitMs, REPEAT_MOST_MS)
      each.dueMs = nowMs + each.waitMs
    }
    said = said.filter(({ records }) => records.length > 0)
    count = said.reduce((sum, { records }) => sum + records.length, 0)
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
    say({ line, isLive, records }) {
      publish(line, isLive, records)
      if (records.length === 0) return
      said.push({ line, records, dueMs: clock.monotonicMs() + FIRST_REPEAT_MS, waitMs: FIRST_REPEAT_MS })
      count += records.length
      while (count > UNLOGGED_MAX) count -= said.shift()!.records.length
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
