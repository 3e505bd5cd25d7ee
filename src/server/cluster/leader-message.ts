import { z } from 'zod'
import { linkStatusSchema } from '../../contract/brontide.ts'
import type { Replay } from '../../contract/replay.ts'
import { isInstantMs } from '../../contract/time.ts'
import type { SourceCounters } from '../sources/source.ts'

/** Leader message: sent each second, and when a line changes. */
const leaderMessageSchema = z.object({
  /** Fencing token of its lease: messages with a lower token than a previous one are ignored. */
  token: z.int(),
  holder: z.string(),
  /** Number of the first message of its term in the log. */
  term: z.int(),
  /** Number of its latest message in the log. */
  number: z.int(),
  /** Name of positions, which changes when the log has lost its end. */
  logName: z.string().regex(/^[0-9a-z]{1,16}$/),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  /** Null if unknown. */
  simulated: z.custom<boolean | null>(),
  replay: z.custom<Replay | null>(),
  /** Unix ms by the clock of strikes. */
  nowMs: z.custom<number>(isInstantMs),
  counters: z.custom<SourceCounters>(),
})
export type LeaderMessage = z.infer<typeof leaderMessageSchema>

/** Throws if the message is invalid: the receiver then has no leader. */
export function readLeaderMessage(said: unknown): LeaderMessage {
  return leaderMessageSchema.parse(said)
}
