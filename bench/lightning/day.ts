import type { Map as MapLibreMap } from 'maplibre-gl'
import type { FeedStatus } from '../../src/client/feed/feed.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'
import { createStrikeLayer } from '../../src/page/features/lightning/layer/strike-layer.ts'
import { LiveStrikeStore } from '../../src/page/live/strikes/live-strike-store.ts'
import { makeRecords } from './records.ts'

const RATE = 200
const HOUR_S = 3_600
const FRAME_EVERY_S = 120
/** Drawn before the first hour: until then the engine compiles the code of a frame, which is part of the heap. */
const WARM_UP_FRAMES = 720
/** A batch contains strikes of four to five seconds ago. */
const DELAY_MS = 4 * SECOND_MS
const WINDOW_MS = 30 * 60 * SECOND_MS

export interface DayHour {
  columnBytes: number
  /** Held, of the last half hour. */
  strokes: number
}

/** The page's strike columns and drawing, with a separate clock: each call is an hour at 200 a second. */
export function createDay(map: MapLibreMap): () => Promise<DayHour> {
  let nowMs = Date.UTC(2026, 6, 1)
  const status = (): FeedStatus => ({
    state: 'live',
    sinceMs: nowMs,
    lastDataMs: nowMs,
    reconnects: 0,
    lastError: null,
    fault: null,
    sockets: 1,
    setAside: { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 },
  })
  const line = { start() {}, subscribe: () => () => {}, status, close() {} }
  const strikes = { ...line, reachBack() {}, pending: () => [], historyTrouble: () => null }
  const clock = { now: () => nowMs, monotonicMs: () => nowMs, after: () => () => {}, every: () => () => {} }
  const memory = new LiveStrikeStore({ strikes, clock })
  const look = {
    windowMs: WINDOW_MS,
    light: false,
    palette: 'brontide',
    density: true,
    calm: false,
    chosen: {},
    hollow: false,
    past: false,
    polarity: 'near',
    selected: null,
    around: null,
  } as const
  map.addLayer(
    createStrikeLayer({
      columns: memory.columns,
      nowMs: () => nowMs,
      isStale: () => false,
      drawn() {},
      look: () => look,
    }),
  )

  let isWarm = false
  return async () => {
    for (let i = 0; i < WARM_UP_FRAMES && !isWarm; i++) await frame(map)
    isWarm = true
    for (let second = 1; second <= HOUR_S; second++) {
      nowMs += SECOND_MS
      const records = makeRecords(RATE, nowMs - DELAY_MS - SECOND_MS, nowMs - DELAY_MS)
      memory.take({ kind: 'records', records, from: 'live' })
      if (second % FRAME_EVERY_S === 0) await frame(map)
    }
    return { columnBytes: memory.columns.bytes, strokes: memory.columns.countSince(nowMs - WINDOW_MS) }
  }
}

function frame(map: MapLibreMap): Promise<void> {
  map.triggerRepaint()
  return new Promise((resolve) => void map.once('render', () => resolve()))
}
