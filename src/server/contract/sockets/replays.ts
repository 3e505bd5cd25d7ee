import type { StrikeRecord } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import { filterBlock, recordsOf, rowsOf, type StrikeBlock, splitTime } from '../../../core/strikes/strike-block.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { History } from '../../history/history.ts'
import { strikeText } from '../history/strike-lines.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'
import { createHeldFrames, type HeldFrames } from './held-frames.ts'

/** Strikes come some seconds after they struck, in no order: who has one of a moment may lack some of before. */
const LATE_MS = MINUTE_MS
/** The longest window of a page; what is further back is had by HTTP. */
const REACH_MAX_MS = 120 * MINUTE_MS
const RECORDS_PER_MESSAGE = 2_000
/** With this much unsent a viewer is left time to read. */
const UNSENT_MAX_BYTES = 1024 * 1024
const WAIT_MS = 50
/** Live frames that are held: whoever reads more slowly than this is told what is left out, and goes live. */
const HELD_MAX = 300

export interface Replays {
  /** Sends what came after `sinceMs`, and calls `live` in the moment from which on the viewer is to get every frame. */
  start(viewer: Viewer, sinceMs: number, live: () => void): void
  /** Holds a live frame for those who are being replayed to; `records` are the strikes in it. */
  hold(frame: Frame, records: readonly StrikeRecord[]): void
  /** Bytes of live frames that are held for those who are being replayed to. */
  heldBytes(): number
  stop(viewer: Viewer): void
  close(): void
}

interface Replay {
  viewer: Viewer
  startedMs: number
  /** Strikes of before this moment have been sent. */
  reachedMs: number
  pieces: AsyncGenerator<Piece, void, void>
  /** Live frames after this one are held for it; their strikes are stored by now as well, and not to be sent twice. */
  heldFrom: number
  live: () => void
  cancel: (() => void) | null
}

/** What is sent in one step: the periods that can't be replayed, and from when on there are strikes; or strikes. */
type Piece = { kind: 'gaps'; gaps: Span[]; fromMs: number } | { kind: 'strikes'; records: StrikeRecord[] }

type Replayed = Pick<History, 'strikes' | 'missing' | 'horizonMs'>

/**
 * Replays of the history on the lightning line. What is sent: every strike whose `time` is later than a minute before
 * `since`, and every older one that came when a strike of after that was known already. Some of it the viewer has: a
 * client drops by identity what comes again. Between the last replayed strike and the first live one nothing is lost
 * and nothing doubled: from the call of `start` on live frames are held, and history knows what was sent before it.
 */
export function createReplays({ history, clock }: { history: Replayed; clock: Clock }): Replays {
  const replays = new Map<Viewer, Replay>()
  const held = createHeldFrames(HELD_MAX)
  const turns = createTurns(clock, async (replay: Replay) => {
    if (replays.get(replay.viewer) === replay) await step(replay)
  })

  function start(viewer: Viewer, sinceMs: number, live: () => void): void {
    stop(viewer)
    const startedMs = clock.now()
    const pieces = piecesSince(history, sinceMs, startedMs)
    const replay: Replay = {
      ...{ viewer, startedMs, reachedMs: sinceMs, pieces, heldFrom: held.count, live, cancel: null },
    }
    replays.set(viewer, replay)
    turns.take(replay)
  }

  /** One message. While it is read, live frames come, and the viewer may go. */
  async function step(replay: Replay): Promise<void> {
    const { viewer } = replay
    replay.cancel = null
    if (viewer.unsentBytes() > UNSENT_MAX_BYTES) {
      if (!viewer.stillReads()) return stop(viewer)
      replay.cancel = clock.after(WAIT_MS, () => turns.take(replay))
      return
    }
    const next = await replay.pieces.next().catch(() => null)
    if (replays.get(viewer) !== replay) return
    if (!next) return giveUp(replay) // the history can't be read
    if (next.done) return finish(replay)
    send(replay, next.value, held)
    turns.take(replay)
  }

  /** Tells what the viewer goes without, and lets it go live. */
  function giveUp(replay: Replay): void {
    if (replay.reachedMs < replay.startedMs) tellGap(replay.viewer, replay.reachedMs, replay.startedMs)
    finish(replay)
  }

  function finish({ viewer, heldFrom, live }: Replay): void {
    for (const frame of held.since(heldFrom)) viewer.send(frame)
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
      turns.close()
    },
  }
}

/** One step of one replay at a time, however many there are: between two of them the live line has its turn. */
function createTurns(clock: Clock, run: (replay: Replay) => Promise<void>) {
  const ready: Replay[] = []
  let cancel: (() => void) | null = null
  let isRunning = false

  function plan(): void {
    if (!isRunning && ready.length > 0) cancel ??= clock.after(0, turn)
  }

  async function turn(): Promise<void> {
    cancel = null
    isRunning = true
    try {
      await run(ready.shift()!)
    } finally {
      isRunning = false
      plan()
    }
  }

  return {
    take(replay: Replay): void {
      ready.push(replay)
      plan()
    },
    close(): void {
      ready.length = 0
      cancel?.()
      cancel = null
    },
  }
}

/** Everything that came after `sinceMs`, as far back as it reaches. */
async function* piecesSince(history: Replayed, sinceMs: number, startedMs: number): AsyncGenerator<Piece, void, void> {
  const fromMs = Math.max(sinceMs, startedMs - REACH_MAX_MS, await history.horizonMs())
  const unobserved = await history.missing('lightning', fromMs, startedMs)
  // One that reaches the present began with the last batch, and is only not heard of yet.
  const gaps = unobserved.filter(({ toMs }) => toMs < startedMs)
  yield { kind: 'gaps', gaps: fromMs > sinceMs ? [{ fromMs: sinceMs, toMs: fromMs }, ...gaps] : gaps, fromMs }

  const strikesFromMs = fromMs - LATE_MS
  for (const block of await history.strikes.late(strikesFromMs, strikesFromMs)) yield* messagesOf(block)
  let minute = Math.floor(strikesFromMs / MINUTE_MS)
  // Asked anew for each minute, for time goes on: what is stored meanwhile is held as well, and left out by that.
  for (;;) {
    const [next] = await history.strikes.minutes(minute * MINUTE_MS, Number.MAX_SAFE_INTEGER)
    const block = next === undefined ? null : await history.strikes.block(next)
    if (next === undefined || !block) return
    const fromNs = (strikesFromMs - next * MINUTE_MS) * 1e6
    yield* messagesOf(filterBlock(block, (i) => block.offsetsNs[i]! >= fromNs))
    minute = next + 1
  }
}

/** Sends what is not held for the viewer already. */
function send(replay: Replay, piece: Piece, held: HeldFrames): void {
  const { viewer, heldFrom } = replay
  if (piece.kind === 'gaps') {
    for (const { fromMs, toMs } of piece.gaps) tellGap(viewer, fromMs, toMs)
    replay.reachedMs = piece.fromMs
    return
  }
  const { records } = piece
  const due = records.filter((record) => !held.holds(record, heldFrom))
  if (due.length > 0) viewer.send(textFrame(`{"type":"new_strikes","data":[${due.map(strikeText).join()}]}`))
  const last = records.at(-1)
  if (last) replay.reachedMs = Math.max(replay.reachedMs, splitTime(last.time).second * 1_000)
}

function tellGap(viewer: Viewer, fromMs: number, toMs: number): void {
  viewer.send(textFrame(JSON.stringify({ type: 'gap', from: formatUtc(fromMs), to: formatUtc(toMs) })))
}

function* messagesOf(block: StrikeBlock): Generator<Piece, void, void> {
  const count = block.offsetsNs.length
  for (let from = 0; from < count; from += RECORDS_PER_MESSAGE) {
    const length = Math.min(RECORDS_PER_MESSAGE, count - from)
    const rows = Array.from({ length }, (_, i) => from + i)
    yield { kind: 'strikes', records: recordsOf(rowsOf(block, rows), { exact: true }) }
  }
}

/** Unix ms of a `since`, which is a strike's `time`; null where it is none, as where it was written in milliseconds. */
export function sinceMsOf(since: number | bigint | string): number | null {
  const ns = Number(since)
  return ns >= 1e15 && ns < 1e19 ? ns / 1e6 : null
}
