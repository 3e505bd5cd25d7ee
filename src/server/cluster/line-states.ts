import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { LeaderMessage } from './leader-message.ts'
import { LIVE_WITHIN_MS, LOST_AFTER_MS } from './timing.ts'

/** Smaller differences between two clocks are noise. */
const STEP_MS = 250

type Feed = Gap['feed']
const FEEDS = ['lightning', 'metar'] as const
const LAST_ERRORS = { lightning: 'no batch of either line', metar: 'no leader message' }

/**
 * States of the lines to the upstream. Lightning is live while batches of either line arrive, with or without a leader. Reports arrive by the leader's line and the log: they
 * are live while the leader reports so and its log messages are read here.
 */
export function createLineStates(deps: {
  clock: Clock
  /** Initial offset of the source's clock, ms. */
  aheadMs: number
  readNumber(): number
  onChange(feed: Feed, status: LinkStatus): void
}) {
  const { clock, readNumber, onChange } = deps
  const away: LinkStatus = {
    state: 'connecting',
    since: formatUtc(clock.now()),
    lastMessageAt: null,
    reconnects: 0,
    lastError: null,
  }
  const links = { lightning: away, metar: away }
  let leaderMessage: LeaderMessage | null = null
  let heardMs = Number.NEGATIVE_INFINITY
  let batchMs = Number.NEGATIVE_INFINITY
  let toldMs = 0 // monotonic; toldMs: wall
  let { aheadMs } = deps
  /** The leader that last reported METAR as live, and when (monotonic). */
  let metarLive = { token: 0, atMs: Number.NEGATIVE_INFINITY }
  /** The message of the log to be read, and since when (monotonic). */
  let due = { number: 0, sinceMs: 0 }

  const since = (ms: number) => clock.monotonicMs() - ms
  const hasLeader = () => leaderMessage !== null && since(heardMs) < LOST_AFTER_MS
  const isRead = () => readNumber() >= due.number || since(due.sinceMs) < LOST_AFTER_MS

  function lightning(): LinkStatus {
    const said = leaderMessage?.links.lightning ?? away
    if (since(batchMs) < LIVE_WITHIN_MS)
      return { ...said, state: 'live', lastMessageAt: formatUtc(toldMs), lastError: null }
    if (hasLeader() && said.state !== 'live') return said
    return isBegun('lightning') ? { ...said, state: 'down', lastError: LAST_ERRORS.lightning } : links.lightning
  }

  function metar(): LinkStatus {
    if (!leaderMessage || !hasLeader() || !isRead())
      return isBegun('metar') ? { ...links.metar, state: 'down', lastError: LAST_ERRORS.metar } : links.metar
    const said = leaderMessage.links.metar
    // A new leader opens its line, and fills the gap by REST.
    const isChanging =
      said.state !== 'live' && metarLive.token !== leaderMessage.token && since(metarLive.atMs) < LOST_AFTER_MS
    return isChanging ? links.metar : said
  }

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
    /** Takes a batch of a live line of any process. */
    batch(): void {
      batchMs = clock.monotonicMs()
      toldMs = clock.now()
      if (links.lightning.state !== 'live') look()
    },
    hear(said: LeaderMessage): void {
      if (leaderMessage && said.token < leaderMessage.token) return
      leaderMessage = said
      heardMs = clock.monotonicMs()
      if (readNumber() >= due.number) due = { number: said.number, sinceMs: heardMs }
      if (said.links.metar.state === 'live') metarLive = { token: said.token, atMs: heardMs }
      const ahead = said.nowMs - clock.now()
      if (Math.abs(ahead - aheadMs) > STEP_MS) aheadMs = ahead
      look()
    },
    /** Checks for expired states. */
    look,
    links: () => ({ ...links }),
    /** The latest leader message, if any. */
    leaderMessage: () => leaderMessage,
    /** Whether `nowMs` is based on a recent leader message. */
    clockIsTold: () => since(heardMs) < MINUTE_MS,
    /** Unix ms by the clock of strikes. */
    nowMs: () => clock.now() + aheadMs,
  }
}
