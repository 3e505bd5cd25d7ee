import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { LeaderWord } from './leader-word.ts'
import { LIVE_WITHIN_MS, LOST_AFTER_MS } from './timing.ts'

/** Clocks of two machines, and the way between them, differ by this much all the time. */
const STEP_MS = 250

type Feed = Gap['feed']
const FEEDS = ['lightning', 'metar'] as const
const LAST_ERRORS = { lightning: 'no batch of either line', metar: 'no word of a leader' }

/** States of the lines to the upstream, as known to this process. */
export interface LineStates {
  /** A batch of a live line came, by the line of this process or by the live subject. */
  batch(): void
  hear(word: LeaderWord): void
  /** Checks for states that have expired. */
  look(): void
  links(): { lightning: LinkStatus; metar: LinkStatus }
  /** The latest one; null before the first. */
  word(): LeaderWord | null
  /** Whether a leader has said lately which time it is. */
  clockIsTold(): boolean
  /** Unix ms by the clock that strikes are dated by. */
  nowMs(): number
}

/**
 * Lightning is live while batches of either line arrive, with any leader. Reports arrive over the leader's line and the log: they are live
 * while the leader states so and its messages are read here.
 */
export function createLineStates(deps: {
  clock: Clock
  /** So far the source's clock was ahead of ours. */
  aheadMs: number
  readNumber(): number
  onChange(feed: Feed, status: LinkStatus): void
}): LineStates {
  const { clock, readNumber, onChange } = deps
  const away: LinkStatus = {
    state: 'connecting',
    since: formatUtc(clock.now()),
    lastMessageAt: null,
    reconnects: 0,
    lastError: null,
  }
  const links = { lightning: away, metar: away }
  let word: LeaderWord | null = null
  let wordMs = Number.NEGATIVE_INFINITY
  let batchMs = Number.NEGATIVE_INFINITY
  let toldMs = 0 // monotonic; toldMs: wall
  let { aheadMs } = deps
  /** By which leader reports were last said to be live, and when (monotonic). */
  let metarLive = { token: 0, atMs: Number.NEGATIVE_INFINITY }
  /** A message of the log that is not read yet, and since when (monotonic). */
  let due = { number: 0, sinceMs: 0 }

  const since = (ms: number) => clock.monotonicMs() - ms
  const hasLeader = () => word !== null && since(wordMs) < LOST_AFTER_MS
  const isRead = () => readNumber() >= due.number || since(due.sinceMs) < LOST_AFTER_MS

  function lightning(): LinkStatus {
    const said = word?.links.lightning ?? away
    if (since(batchMs) < LIVE_WITHIN_MS)
      return { ...said, state: 'live', lastMessageAt: formatUtc(toldMs), lastError: null }
    if (hasLeader() && said.state !== 'live') return said
    return isBegun('lightning') ? { ...said, state: 'down', lastError: LAST_ERRORS.lightning } : links.lightning
  }

  function metar(): LinkStatus {
    if (!word || !hasLeader() || !isRead())
      return isBegun('metar') ? { ...links.metar, state: 'down', lastError: LAST_ERRORS.metar } : links.metar
    const said = word.links.metar
    // A new leader opens its line, and fills the gap from REST.
    const isChanging = said.state !== 'live' && metarLive.token !== word.token && since(metarLive.atMs) < LOST_AFTER_MS
    return isChanging ? links.metar : said
  }

  /** Whether there ever was a line. */
  const isBegun = (feed: Feed) => links[feed] !== away

  function look(): void {
    const now = { lightning: lightning(), metar: metar() }
    for (const feed of FEEDS) {
      const before = links[feed]
      const status = now[feed]
      const isSame = before.state === status.state
      links[feed] = isSame ? { ...status, since: before.since } : { ...status, since: formatUtc(clock.now()) }
      if (before === away && status === away) links[feed] = away
      if (!isSame) onChange(feed, links[feed])
    }
  }

  return {
    batch() {
      batchMs = clock.monotonicMs()
      toldMs = clock.now()
      if (links.lightning.state !== 'live') look()
    },
    hear(said) {
      if (word && said.token < word.token) return
      word = said
      wordMs = clock.monotonicMs()
      if (readNumber() >= due.number) due = { number: said.number, sinceMs: wordMs }
      if (said.links.metar.state === 'live') metarLive = { token: said.token, atMs: wordMs }
      const ahead = said.nowMs - clock.now()
      if (Math.abs(ahead - aheadMs) > STEP_MS) aheadMs = ahead
      look()
    },
    look,
    links: () => ({ ...links }),
    word: () => word,
    clockIsTold: () => since(wordMs) < MINUTE_MS,
    nowMs: () => clock.now() + aheadMs,
  }
}
