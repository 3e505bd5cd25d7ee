import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { LeaderWord } from './leader-word.ts'

/** Who leads says something each second, and what has come is in the log at once. */
const SILENT_AFTER_MS = 3_500
/** Clocks of two machines, and the way between them, differ by this much all the time. */
const STEP_MS = 250
/**
 * While another process takes the lead, and opens lines of its own, it is told of nobody: what came meanwhile is had from
 * REST. Longer than that it is a line that does not stand.
 */
const CHANGE_MS = 6_000
/** Clocks of two machines do not drift apart by anything worth telling within this time. */
const TOLD_LATELY_MS = 30_000

type Feed = Gap['feed']
const FEEDS = ['lightning', 'metar'] as const
const NEVER = { term: 0, saidMs: Number.NEGATIVE_INFINITY }

/** How the lines to the upstream are, by the word of the process that leads. */
export interface FollowedLines {
  hear(word: LeaderWord): void
  /** Looks whether the word still counts. */
  look(): void
  links(): { lightning: LinkStatus; metar: LinkStatus }
  /** The latest one; null before the first. */
  word(): LeaderWord | null
  /** Whether a process that leads has said lately which time it is. */
  clockIsTold(): boolean
  /** Unix ms by the clock that strikes are dated by. */
  nowMs(): number
}

/** Where nobody says that the lines stand, or where the log is not here, they count as down, whatever was said before. */
export function createFollowedLines(deps: {
  clock: Clock
  /** So far the source's clock was ahead of ours. */
  aheadMs: number
  /** The number of the latest message of the log that is here. */
  takenNumber(): number
  onChange(feed: Feed, status: LinkStatus): void
}): FollowedLines {
  const { clock, takenNumber, onChange } = deps
  const away: LinkStatus = {
    ...{ state: 'connecting', since: formatUtc(clock.now()), lastMessageAt: null, reconnects: 0, lastError: null },
  }
  const links = { lightning: away, metar: away }
  let word: LeaderWord | null = null
  let heardMs = Number.NEGATIVE_INFINITY // monotonic
  /** The message of the log that is waited for, and since when (monotonic). */
  let due = { number: 0, sinceMs: 0 }
  let { aheadMs } = deps
  /** By whom each line was last said to be live, and when (monotonic). */
  const live = { lightning: NEVER, metar: NEVER }

  /** Another process leads than the one by which the line was live a moment ago. */
  function changesHands(feed: Feed, { term }: LeaderWord): boolean {
    const { state } = links[feed]
    return state === 'live' && live[feed].term !== term && clock.monotonicMs() - live[feed].saidMs < CHANGE_MS
  }

  function linkOf(feed: Feed): LinkStatus {
    const nowMs = clock.monotonicMs()
    const isHere = takenNumber() >= due.number || nowMs - due.sinceMs < SILENT_AFTER_MS
    if (word && isHere && nowMs - heardMs < SILENT_AFTER_MS) {
      const said = word.links[feed]
      return said.state !== 'live' && changesHands(feed, word) ? links[feed] : said
    }
    const known = links[feed]
    if (known.state !== 'live' && known.state !== 'waiting-for-slot') return known
    return { ...known, state: 'down', since: formatUtc(clock.now()), lastError: 'no word from the process that leads' }
  }

  function look(): void {
    for (const feed of FEEDS) {
      const status = linkOf(feed)
      const { state, since } = links[feed]
      links[feed] = status
      if (status.state !== state || status.since !== since) onChange(feed, status)
    }
  }

  return {
    hear(said) {
      if (word && said.term < word.term) return
      // What whoever led before was about to write, as this process may have done itself, is written by nobody.
      const isOther = said.term !== word?.term
      word = said
      heardMs = clock.monotonicMs()
      if (isOther || takenNumber() >= due.number) due = { number: said.dueNumber, sinceMs: heardMs }
      for (const feed of FEEDS) {
        if (said.links[feed].state === 'live') live[feed] = { term: said.term, saidMs: heardMs }
      }
      const ahead = said.nowMs - clock.now()
      if (Math.abs(ahead - aheadMs) > STEP_MS) aheadMs = ahead
      look()
    },
    look,
    links: () => ({ ...links }),
    word: () => word,
    clockIsTold: () => clock.monotonicMs() - heardMs < TOLD_LATELY_MS,
    nowMs: () => clock.now() + aheadMs,
  }
}
