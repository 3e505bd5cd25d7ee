import { type StrikeRecord, strikeIdentity } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { recordsOf, type StrikeBlock, splitTime } from '../../../core/strikes/strike-block.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import { strikeText } from '../history/strike-lines.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createHeldFrames, type HeldFrames } from './held-frames.ts'
import { batchText, within } from './strike-boxes.ts'

/** Strikes arrive some seconds late and out of order: a client with one strike may lack older ones. */
const LATE_MS = MINUTE_MS
/** The longest window of a page; older data are available over HTTP. */
const REACH_MAX_MS = 120 * MINUTE_MS
/** Created in a few milliseconds: the unit of work that a replay schedules. */
const RECORDS_PER_MESSAGE = 500
/**
 * Above this many unsent bytes a replay pauses. With many replays each gets a share of the total, because clients that
 * never read look like the others.
 */
export const REPLAY_UNSENT_BYTES = { each: 1024 * 1024, all: 16 * 1024 * 1024, least: 32 * 1024 }
const WAIT_MS = 200
/** Maximum held live frames: a slower reader is sent the skipped periods and goes live. */
const HELD_MAX = 300

/** Replayed strikes, by arrival: on time, or late. */
export interface ReplayCounters {
  inTime: number
  late: number
}

export interface Replays {
  /**
   * Sends strikes that arrived after `sinceMs`, limited to the box if given and except those `sent` already, and calls `live` at
   * the moment from which the viewer must receive every frame.
   */
  start(viewer: Viewer, sinceMs: number, live: () => void, box?: Box | null, sent?: readonly StrikeRecord[]): void
  /** Holds a live frame for viewers in replay; `records` are its strikes. */
  hold(frame: Frame, records: readonly StrikeRecord[]): void
  /** Bytes of live frames held for viewers in replay. */
  heldBytes(): number
  stop(viewer: Viewer): void
  close(): void
}

interface Replay {
  viewer: Viewer
  box: Box | null
  /** The identities of strikes that the viewer has already. */
  sent: ReadonlySet<string>
  startedMs: number
  /** All strikes before this time have been sent. */
  reachedMs: number
  /** The next piece to send; null after the last. */
  next(): Promise<Piece | null>
  /**
   * Live frames after this position are held for it; their strikes are in the history too and must not be sent twice.
   */
  heldFrom: number
  live: () => void
  cancel: (() => void) | null
}

/** One step: the periods that cannot be replayed, with the time from which strikes are available; or strikes. */
type Piece = { kind: 'gaps'; gaps: Span[]; fromMs: number } | Strikes
/** `toNs` is the time of the last one, in nanoseconds after its block's base; `came` says whether they arrived late. */
type Strikes = { kind: 'strikes'; records: StrikeRecord[]; toNs: number; came?: 'late' }

type Replayed = Pick<History, 'strikes' | 'missing' | 'horizonMs'>

/**
 * Replays of the history on the lightning line: every strike with a `time` later than a minute before `since`, and
 * every older one that arrived when a later strike was known. Clients drop duplicates by identity. No strike is lost or
 * doubled between the last replayed and the first live one: from `start` on live frames are held, and the history
 * contains all earlier ones.
 */
export function createReplays(deps: {
  history: Replayed
  clock: Clock
  turns: WorkScheduler
  counters: ReplayCounters
}): Replays {
  const { history, clock, turns, counters } = deps
  const replays = new Map<Viewer, Replay>()
  const held = createHeldFrames(HELD_MAX)

  const start: Replays['start'] = (viewer, sinceMs, live, box = null, sent = []) => {
    stop(viewer)
    const startedMs = clock.now()
    const next = createReader(history, sinceMs, startedMs)
    const replay: Replay = {
      viewer,
      box,
      sent: new Set(sent.map(strikeIdentity)),
      startedMs,
      reachedMs: sinceMs,
      next,
      heldFrom: held.count,
      live,
      cancel: null,
    }
    replays.set(viewer, replay)
    goOn(replay)
  }

  /** Waits until the viewer has read enough, then for a scheduler slot. */
  function goOn(replay: Replay): void {
    const { viewer } = replay
    replay.cancel = null
    if (viewer.unsentBytes() <= unsentMaxBytes(replays.size)) {
      void turns.take(viewer.of, () => step(replay))
    } else if (viewer.stillReads()) replay.cancel = clock.after(WAIT_MS, () => goOn(replay))
    else stop(viewer)
  }

  /** Sends one message. During the waits live frames arrive, and the viewer may disconnect. */
  async function step(replay: Replay): Promise<void> {
    const { viewer } = replay
    if (replays.get(viewer) !== replay) return
    const next = await replay.next().catch(() => 'unreadable' as const)
    if (replays.get(viewer) !== replay) return
    if (next === 'unreadable') return giveUp(replay)
    if (next === null) return finish(replay)
    const sent = send(replay, next, held)
    counters[next.kind === 'strikes' && next.came === 'late' ? 'late' : 'inTime'] += sent
    goOn(replay)
  }

  /** Sends the skipped periods and goes live. */
  function giveUp(replay: Replay): void {
    if (replay.reachedMs < replay.startedMs) tellGap(replay.viewer, replay.reachedMs, replay.startedMs)
    finish(replay)
  }

  function finish({ viewer, box, heldFrom, live }: Replay): void {
    for (const { frame, records } of held.since(heldFrom)) {
      // Frames without strikes are shared by all viewers.
      viewer.send(box && records.length > 0 ? textFrame(batchText(within(records, box))) : frame)
    }
    forget(viewer)
    live()
  }

  function forget(viewer: Viewer): void {
    replays.delete(viewer)
    if (replays.size === 0) held.clear()
  }

  function stop(viewer: Viewer): void {
    replays.get(viewer)?.cancel?.()
    forget(viewer)
  }

  return {
    start,
    hold(frame, records) {
      if (replays.size === 0) return
      held.push(frame, records)
      for (const replay of [...replays.values()]) if (held.count - replay.heldFrom >= HELD_MAX) giveUp(replay)
    },
    heldBytes: held.bytes,
    stop,
    close() {
      for (const viewer of [...replays.keys()]) stop(viewer)
    },
  }
}

function unsentMaxBytes(replays: number): number {
  const { each, all, least } = REPLAY_UNSENT_BYTES
  return Math.min(each, Math.max(least, all / replays))
}

/**
 * Everything that arrived after `sinceMs`, as far back as the history reaches; null after the last. The history is
 * queried for each message, because it grows; strikes stored meanwhile are also held as live frames and skipped here.
 * No strikes are held in memory while earlier ones are unread.
 */
function createReader(history: Replayed, sinceMs: number, startedMs: number): () => Promise<Piece | null> {
  /** Progress through late strikes: a chunk, and an offset in the next one. */
  let late: { beforeMs: number; afterId: number; afterNs: number } | null = null
  let minute = 0
  let afterNs = -1

  async function begin(): Promise<Piece> {
    const fromMs = Math.max(sinceMs, startedMs - REACH_MAX_MS, await history.horizonMs())
    const unobserved = await history.missing('lightning', fromMs, startedMs)
    const strikesFromMs = fromMs - LATE_MS
    late = { beforeMs: strikesFromMs, afterId: 0, afterNs: -1 }
    minute = Math.floor(strikesFromMs / MINUTE_MS)
    afterNs = (strikesFromMs - minute * MINUTE_MS) * 1e6 - 1
    // A gap that reaches the present began with the last batch and is pending, not missing.
    const gaps = unobserved.filter(({ toMs }) => toMs < startedMs)
    return { kind: 'gaps', gaps: fromMs > sinceMs ? [{ fromMs: sinceMs, toMs: fromMs }, ...gaps] : gaps, fromMs }
  }

  async function nextLate(at: NonNullable<typeof late>): Promise<Piece | null> {
    for (;;) {
      const piece = await history.strikes.late(at.beforeMs, at.beforeMs, at.afterId)
      if (!piece) return null
      const next = rowsAfter(piece.block, at.afterNs)
      if (next) {
        at.afterNs = next.toNs
        return { ...next, came: 'late' }
      }
      at.afterId = piece.id
      at.afterNs = -1
    }
  }

  async function nextOfMinute(): Promise<Piece | null> {
    for (;;) {
      const [found] = await history.strikes.minutes(minute * MINUTE_MS, Number.MAX_SAFE_INTEGER)
      if (found === undefined) return null
      if (found > minute) afterNs = -1
      minute = found
      const next = await strikesAfter(history, minute, afterNs)
      if (next) {
        afterNs = next.toNs
        return next
      }
      minute++
      afterNs = -1
    }
  }

  return async () => {
    if (late === null) return begin()
    return (await nextLate(late)) ?? nextOfMinute()
  }
}

async function strikesAfter({ strikes }: Replayed, minute: number, afterNs: number): Promise<Strikes | null> {
  const block = await strikes.block(minute)
  return block && rowsAfter(block, afterNs)
}

/** The next strikes of a block after `afterNs`, up to a message; null if none are left. */
function rowsAfter(block: StrikeBlock, afterNs: number): Strikes | null {
  const { offsetsNs } = block
  const from = offsetsNs.findIndex((offsetNs) => offsetNs > afterNs)
  if (from < 0) return null
  let to = Math.min(from + RECORDS_PER_MESSAGE, offsetsNs.length)
  // Strikes with equal times stay together, so that the next message can begin after them.
  while (to < offsetsNs.length && offsetsNs[to] === offsetsNs[to - 1]) to++
  return { kind: 'strikes', records: recordsOf(block, { exact: true, from, to }), toNs: offsetsNs[to - 1]! }
}

/** Sends strikes not held as live frames for the viewer; returns their number. */
function send(replay: Replay, piece: Piece, held: HeldFrames): number {
  const { viewer, box, sent, heldFrom } = replay
  if (piece.kind === 'gaps') {
    for (const { fromMs, toMs } of piece.gaps) tellGap(viewer, fromMs, toMs)
    replay.reachedMs = piece.fromMs
    return 0
  }
  const { records } = piece
  const due = within(records, box).filter(
    (record) => !(held.holds(record, heldFrom) || (sent.size > 0 && sent.has(strikeIdentity(record)))),
  )
  if (due.length > 0) viewer.send(textFrame(`{"type":"new_strikes","data":[${due.map(strikeText).join()}]}`))
  const last = records.at(-1)
  if (last) replay.reachedMs = Math.max(replay.reachedMs, splitTime(last.time).second * 1_000)
  return due.length
}

function tellGap(viewer: Viewer, fromMs: number, toMs: number): void {
  viewer.send(textFrame(JSON.stringify({ type: 'gap', from: formatUtc(fromMs), to: formatUtc(toMs) })))
}

/** Unix ms of a `since`, which is a strike's `time`; null if invalid, such as in milliseconds. */
export function sinceMsOf(since: number | bigint | string): number | null {
  const ns = Number(since)
  return ns >= 1e15 && ns < 1e19 ? ns / 1e6 : null
}
