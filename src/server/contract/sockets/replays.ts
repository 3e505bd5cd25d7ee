import type { StrikeRecord } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import type { Box } from '../../../core/geo/geo.ts'
import { recordsOf, type StrikeBlock, splitTime } from '../../../core/strikes/strike-block.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { History } from '../../history/history.ts'
import { strikeText } from '../history/strike-lines.ts'
import type { WorkTurns } from '../history/work-turns.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createHeldFrames, type HeldFrames } from './held-frames.ts'
import { batchText, within } from './strike-boxes.ts'

/** Strikes come some seconds after they struck, in no order: who has one of a moment may lack some of before. */
const LATE_MS = MINUTE_MS
/** The longest window of a page; what is further back is had by HTTP. */
const REACH_MAX_MS = 120 * MINUTE_MS
/** Made in a few milliseconds: the piece of work for which a replay waits for its turn. */
const RECORDS_PER_MESSAGE = 500
/**
 * With this much unsent a viewer is left time to read. Where many are replayed to, each has a share of what they may
 * leave unread together, for those who never read look like the others.
 */
export const REPLAY_UNSENT_BYTES = { each: 1024 * 1024, all: 32 * 1024 * 1024, least: 32 * 1024 }
const WAIT_MS = 200
/** Live frames that are held: whoever reads more slowly than this is told what is left out, and goes live. */
const HELD_MAX = 300

/** Strikes that were sent to who comes back: those that came soon after they struck, and those that came late. */
export interface ReplayCounters {
  inTime: number
  late: number
}

export interface Replays {
  /**
   * Sends what came after `sinceMs`, of that box alone where there is one, and calls `live` in the moment from which on the
   * viewer is to get every frame.
   */
  start(viewer: Viewer, sinceMs: number, live: () => void, box?: Box | null): void
  /** Holds a live frame for those who are being replayed to; `records` are the strikes in it. */
  hold(frame: Frame, records: readonly StrikeRecord[]): void
  /** Bytes of live frames that are held for those who are being replayed to. */
  heldBytes(): number
  stop(viewer: Viewer): void
  close(): void
}

interface Replay {
  viewer: Viewer
  box: Box | null
  startedMs: number
  /** Strikes of before this moment have been sent. */
  reachedMs: number
  /** The next of what there is to send; null after the last. */
  next(): Promise<Piece | null>
  /** Live frames after this one are held for it; their strikes are stored by now as well, and not to be sent twice. */
  heldFrom: number
  live: () => void
  cancel: (() => void) | null
}

/** What is sent in one step: the periods that can't be replayed, and from when on there are strikes; or strikes. */
type Piece = { kind: 'gaps'; gaps: Span[]; fromMs: number } | Strikes
/** `toNs` is when the last of them struck, in nanoseconds after its block's base; `came`, whether that was long after they struck. */
type Strikes = { kind: 'strikes'; records: StrikeRecord[]; toNs: number; came?: 'late' }

type Replayed = Pick<History, 'strikes' | 'missing' | 'horizonMs'>

/**
 * Replays of the history on the lightning line. What is sent: every strike whose `time` is later than a minute before
 * `since`, and every older one that came when a strike of after that was known already. Some of it the viewer has: a
 * client drops by identity what comes again. Between the last replayed strike and the first live one nothing is lost
 * and nothing doubled: from the call of `start` on live frames are held, and history knows what was sent before it.
 */
export function createReplays(deps: {
  history: Replayed
  clock: Clock
  turns: WorkTurns
  counters: ReplayCounters
}): Replays {
  const { history, clock, turns, counters } = deps
  const replays = new Map<Viewer, Replay>()
  const held = createHeldFrames(HELD_MAX)

  function start(viewer: Viewer, sinceMs: number, live: () => void, box: Box | null = null): void {
    stop(viewer)
    const startedMs = clock.now()
    const next = createReader(history, sinceMs, startedMs)
    const replay: Replay = {
      viewer,
      box,
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

  /** Waits until the viewer has read enough of what was sent, and then for a turn. */
  function goOn(replay: Replay): void {
    const { viewer } = replay
    replay.cancel = null
    if (viewer.unsentBytes() <= unsentMaxBytes(replays.size)) {
      void turns.take(viewer.of, () => step(replay))
    } else if (viewer.stillReads()) replay.cancel = clock.after(WAIT_MS, () => goOn(replay))
    else stop(viewer)
  }

  /** One message. While one waits for it and while it is read, live frames come, and the viewer may go. */
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

  /** Tells what the viewer goes without, and lets it go live. */
  function giveUp(replay: Replay): void {
    if (replay.reachedMs < replay.startedMs) tellGap(replay.viewer, replay.reachedMs, replay.startedMs)
    finish(replay)
  }

  function finish({ viewer, box, heldFrom, live }: Replay): void {
    for (const { frame, records } of held.since(heldFrom)) {
      // A frame without strikes is everybody's.
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
 * Everything that came after `sinceMs`, as far back as it reaches; null after the last. It is asked for anew for each
 * message, for time goes on: what is stored meanwhile is held as well, and left out by that. And nobody holds strikes, or
 * the minute that they are of, while what was sent before is not read.
 */
function createReader(history: Replayed, sinceMs: number, startedMs: number): () => Promise<Piece | null> {
  /** How far what came late has been sent: to the end of a piece, and so much of the next one. */
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
    // One that reaches the present began with the last batch, and is only not heard of yet.
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

/** The next strikes of a block after so many nanoseconds, in a message's worth; null where there are none. */
function rowsAfter(block: StrikeBlock, afterNs: number): Strikes | null {
  const { offsetsNs } = block
  const from = offsetsNs.findIndex((offsetNs) => offsetNs > afterNs)
  if (from < 0) return null
  let to = Math.min(from + RECORDS_PER_MESSAGE, offsetsNs.length)
  // Those of the same moment go together, so that the next message can begin after it.
  while (to < offsetsNs.length && offsetsNs[to] === offsetsNs[to - 1]) to++
  return { kind: 'strikes', records: recordsOf(block, { exact: true, from, to }), toNs: offsetsNs[to - 1]! }
}

/** Sends what is not held for the viewer already; answers how many strikes that was. */
function send(replay: Replay, piece: Piece, held: HeldFrames): number {
  const { viewer, box, heldFrom } = replay
  if (piece.kind === 'gaps') {
    for (const { fromMs, toMs } of piece.gaps) tellGap(viewer, fromMs, toMs)
    replay.reachedMs = piece.fromMs
    return 0
  }
  const { records } = piece
  const due = within(records, box).filter((record) => !held.holds(record, heldFrom))
  if (due.length > 0) viewer.send(textFrame(`{"type":"new_strikes","data":[${due.map(strikeText).join()}]}`))
  const last = records.at(-1)
  if (last) replay.reachedMs = Math.max(replay.reachedMs, splitTime(last.time).second * 1_000)
  return due.length
}

function tellGap(viewer: Viewer, fromMs: number, toMs: number): void {
  viewer.send(textFrame(JSON.stringify({ type: 'gap', from: formatUtc(fromMs), to: formatUtc(toMs) })))
}

/** Unix ms of a `since`, which is a strike's `time`; null where it is none, as where it was written in milliseconds. */
export function sinceMsOf(since: number | bigint | string): number | null {
  const ns = Number(since)
  return ns >= 1e15 && ns < 1e19 ? ns / 1e6 : null
}
