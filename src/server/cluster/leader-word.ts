import type { LinkStatus } from '../../contract/brontide.ts'
import type { Replay } from '../../contract/replay.ts'
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
