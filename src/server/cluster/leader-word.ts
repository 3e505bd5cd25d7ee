import { z } from 'zod'
import { type LinkStatus, linkStatusSchema } from '../../contract/brontide.ts'
import type { Replay } from '../../contract/replay.ts'
import { isInstantMs } from '../../contract/time.ts'
import type { SourceCounters } from '../sources/source.ts'

/** What the process that leads says each second, and at once when a line changes. */
export interface LeaderWord {
  /** The number of the message by which its time of leading began: what an earlier one says counts no more. */
  term: number
  /** The number of its latest message in the log: who has not read so far is behind. */
  number: number
  /** That of the message in which everything is that has come by now: later than `number` while the log takes nothing. */
  dueNumber: number
  links: { lightning: LinkStatus; metar: LinkStatus }
  /** Null while it is not known. */
  simulated: boolean | null
  replay: Replay | null
  /** Unix ms by the clock that strikes are dated by. */
  nowMs: number
  counters: SourceCounters
}

/** What everything else goes by; unknown fields pass. */
const wordSchema = z.looseObject({
  term: z.int(),
  number: z.int(),
  dueNumber: z.int(),
  links: z.object({ lightning: linkStatusSchema, metar: linkStatusSchema }),
  nowMs: z.custom<number>(isInstantMs),
})

/** Throws where such a word can't be true: who hears none goes on as if nobody led. */
export function readLeaderWord(said: unknown): LeaderWord {
  return wordSchema.parse(said) as LeaderWord & z.infer<typeof wordSchema>
}
