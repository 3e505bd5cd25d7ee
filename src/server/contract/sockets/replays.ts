import { type StrikeRecord, strikeIdentity } from '../../../contract/lightning.ts'
import { formatUtc } from '../../../contract/time.ts'
import { filterBlock, recordsOf, rowsOf, type StrikeBlock, splitTime } from '../../../core/strikes/strike-block.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import { strikeText } from '../history/strike-lines.ts'
import type { Viewer } from './channel.ts'
import { type Frame, textFrame } from './fan-out.ts'

/** Strikes come some seconds after they struck, in no order: who has one of a moment may lack some of before. */
const LATE_MS = MINUTE_MS
/** The longest window of a page; what is further back is had by HTTP. */
const REACH_MAX_MS = 120 * MINUTE_MS
const RECORDS_PER_MESSAGE = 2_000
/** With this much unsent a viewer is left time to read. */
const UNSENT_MAX_BYTES = 1024 * 1024
const WAIT_MS = 50
/** Live frames held for one viewer: who reads more slowly than this is told what is left out, and goes live. */
const HELD_MAX = 300

export interface Replays {
  /** Sends what came after `sinceMs`, and calls `live` in the moment from which on the viewer is to get every frame. */
  start(viewer: Viewer, sinceMs: number, live: () => void): void
  /** Holds a live frame for those who are being replayed to; `records` are the strikes in it. */
  hold(frame: Frame, records: readonly StrikeRecord[]): void
  stop(viewer: Viewer): void
  close(): void
}

interface Replay {
  viewer: Viewer
  startedMs: number
  /** Strikes of before this moment have been sent. */
  reachedMs: number
  pieces: Generator<StrikeRecord[], void, void>
  /** Live frames that came meanwhile. */
  held: Frame[]
  /** Their strikes: stored by now as well, and not to be sent twice. */
  heldIds: Set<string>
  live: () => void
  cancel: (() => void) | null
}

/**
 * Replays of the history on the lightning line. What is sent: every strike whose `time` is later than a minute before
 * `since`, and every older one that came when a strike of after that was known already. Some of it the viewer has: a
 * client drops by identity what comes again. Between the last replayed strike and the first live one nothing is lost
 * and nothing doubled.
 */
export function createReplays(deps: {
  history: Pick<History, 'strikes' | 'missing' | 'horizonMs'>
  clock: Clock
}): Replays {
  const { history, clock } = deps
  const replays = new Map<Viewer, Replay>()
  /** Those that go on as soon as it is their turn. */
  const ready: Replay[] = []
  let cancelTurn: (() => void) | null = null

  function start(viewer: Viewer, sinceMs: number, live: () => void): void {
    stop(viewer)
    const startedMs = clock.now()
    const fromMs = Math.max(sinceMs, startedMs - REACH_MAX_MS, history.horizonMs())
    if (fromMs > sinceMs) tellGap(viewer, sinceMs, fromMs)
    for (const gap of gapsOf(fromMs, startedMs)) tellGap(viewer, gap.fromMs, gap.toMs)
    const replay: Replay = {
      viewer,
      startedMs,
      reachedMs: fromMs,
      pieces: piecesSince(fromMs - LATE_MS),
      held: [],
      heldIds: new Set(),
      live,
      cancel: null,
    }
    replays.set(viewer, replay)
    goOn(replay)
  }

  /** One step of one of them at a time, however many there are: between two of them the live line has its turn. */
  function goOn(replay: Replay): void {
    ready.push(replay)
    cancelTurn ??= clock.after(0, turn)
  }

  function turn(): void {
    cancelTurn = null
    const replay = ready.shift()
    if (replay && replays.get(replay.viewer) === replay) step(replay)
    if (ready.length > 0) cancelTurn ??= clock.after(0, turn)
  }

  /** The unobserved periods; one that reaches the present began with the last batch, and is only not heard of yet. */
  function gapsOf(fromMs: number, toMs: number) {
    return history.missing('lightning', fromMs, toMs).filter((span) => span.toMs < toMs)
  }

  function* piecesSince(fromMs: number): Generator<StrikeRecord[], void, void> {
    let minute = Math.floor(fromMs / MINUTE_MS)
    for (const block of history.strikes.late(fromMs, fromMs)) yield* messagesOf(block)
    // Asked anew for each minute, for time goes on: what is stored meanwhile is held as well, and left out by that.
    for (;;) {
      const next = history.strikes.minutes(minute * MINUTE_MS, Number.MAX_SAFE_INTEGER)[0]
      const block = next === undefined ? null : history.strikes.block(next)
      if (next === undefined || !block) return
      const fromNs = (fromMs - next * MINUTE_MS) * 1e6
      yield* messagesOf(filterBlock(block, (i) => block.offsetsNs[i]! >= fromNs))
      minute = next + 1
    }
  }

  /** One message. */
  function step(replay: Replay): void {
    replay.cancel = null
    const { viewer, pieces, heldIds } = replay
    if (replay.held.length > HELD_MAX) {
      if (replay.reachedMs < replay.startedMs) tellGap(viewer, replay.reachedMs, replay.startedMs)
      finish(replay)
      return
    }
    if (viewer.unsentBytes() > UNSENT_MAX_BYTES) {
      replay.cancel = clock.after(WAIT_MS, () => goOn(replay))
      return
    }
    const { value: records, done } = pieces.next()
    if (done) {
      finish(replay)
      return
    }
    const due = heldIds.size === 0 ? records : records.filter((record) => !heldIds.has(strikeIdentity(record)))
    if (due.length > 0) viewer.send(textFrame(`{"type":"new_strikes","data":[${due.map(strikeText).join()}]}`))
    const last = records.at(-1)
    if (last) replay.reachedMs = Math.max(replay.reachedMs, splitTime(last.time).second * 1_000)
    goOn(replay)
  }

  function finish({ viewer, held, live }: Replay): void {
    replays.delete(viewer)
    for (const frame of held) viewer.send(frame)
    live()
  }

  function stop(viewer: Viewer): void {
    const replay = replays.get(viewer)
    replay?.cancel?.()
    replay?.pieces.return()
    replays.delete(viewer)
  }

  return {
    start,
    hold(frame, records) {
      if (replays.size === 0) return
      const ids = records.map(strikeIdentity)
      for (const { held, heldIds } of replays.values()) {
        held.push(frame)
        for (const id of ids) heldIds.add(id)
      }
    },
    stop,
    close() {
      for (const viewer of [...replays.keys()]) stop(viewer)
      cancelTurn?.()
    },
  }
}

function tellGap(viewer: Viewer, fromMs: number, toMs: number): void {
  viewer.send(textFrame(JSON.stringify({ type: 'gap', from: formatUtc(fromMs), to: formatUtc(toMs) })))
}

function* messagesOf(block: StrikeBlock): Generator<StrikeRecord[], void, void> {
  const count = block.offsetsNs.length
  for (let from = 0; from < count; from += RECORDS_PER_MESSAGE) {
    const length = Math.min(RECORDS_PER_MESSAGE, count - from)
    const rows = Array.from({ length }, (_, i) => from + i)
    yield recordsOf(rowsOf(block, rows), { exact: true })
  }
}

/** Unix ms of a `since`, which is a strike's `time`; null where it is none, as where it was written in milliseconds. */
export function sinceMsOf(since: number | bigint | string): number | null {
  const ns = Number(since)
  return ns >= 1e15 && ns < 1e19 ? ns / 1e6 : null
}
