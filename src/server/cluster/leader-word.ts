import { z } from 'zod'
import { type LinkStatus, linkStatusSchema } from '../../contract/brontide.ts'
import type { Replay } from '../../contract/replay.ts'
import { isInstantMs } from '../../contract/time.ts'
import type { SourceCounters } from '../sources/source.ts'

/** Leader message: sent each second, and when a line changes. */
export interface LeaderWord {
  /** The fencing token of its lease: messages with a lower token than a previous one are ignored. */
  token: number
  holder: string
  /** The number of the message of the log by which it began. */
  term: number
  /** The number of its latest message in the log: who has not read so far is behind. */
  number: number
  /** The name of positions: another one since the log last lost its end. */
  logName: string
  links: { lightning: LinkStatus; metar: LinkStatus }
  /** Null while it is not known. */
  simulated: boolean | null
  replay: Replay | null
  /** Unix ms by the clock that strikes are dated by. */
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
export function readLeaderWord(said: unknown): LeaderWord {
  return wordSchema.parse(said) as LeaderWord & z.infer<typeof wordSchema>
}
