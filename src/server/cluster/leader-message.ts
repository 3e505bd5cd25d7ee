import { z } from 'zod'
import { type LinkStatus, linkStatusSchema } from '../../contract/brontide.ts'
import type { Replay } from '../../contract/replay.ts'
import { isInstantMs } from '../../contract/time.ts'
import type { SourceCounters } from '../sources/source.ts'

/** Leader message: sent each second, and when a line changes. */
export interface LeaderMessage {
  /** Fencing token of its lease: messages with a lower token than a previous one are ignored. */
  token: number
  holder: string
  /** Number of the first message of its term in the log. */
  term: number
  /** Number of its latest message in the log. */
  number: number
  /** Name of positions, which changes when the log has lost its end. */
  logName: string
  links: { lightning: LinkStatus; metar: LinkStatus }
  /** Null if unknown. */
  simulated: boolean | null
  replay: Replay | null
  /** Unix ms by the clock of strikes. */
  nowMs: number
  counters: SourceCounters
}

/** Fields that are checked; unknown fields pass. */
const wordSchema = z.looseObject({
  token: z.int(),
  holder: z.string(),
  term: z.int(),
  number: z.int(),
  logName: z.string().regex(/^[0-9a-z]{1,16}$/),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  nowMs: z.custom<number>(isInstantMs),
})

/** Throws if the message is invalid: the receiver then has no leader. */
export function readLeaderMessage(said: unknown): LeaderMessage {
  return wordSchema.parse(said) as LeaderMessage & z.infer<typeof wordSchema>
}
