import type { Map as MapLibreMap } from 'maplibre-gl'
import type { StrikeRecord } from '../../src/contract/lightning.ts'

/** The canvas of the strikes: the map, or one over it. */
export interface Canvas {
  /** Has a frame drawn when the browser draws next. */
  ask(): void
  /** Reports the main thread time of each frame until the returned function is called. */
  watch(each: (ms: number) => void): () => void
}

/** A measured way to show strikes on a map. */
export interface Subject {
  /** Puts the first strikes on screen. */
  fill(records: readonly StrikeRecord[], nowMs: number): Promise<void>
  /** Takes a second's strikes in; resolves when a frame has shown them. */
  batch(records: readonly StrikeRecord[], nowMs: number): Promise<void>
  /** A canvas other than the map, and its equivalent without strikes. */
  canvas?: Canvas
  bare?: Canvas
  /** The subject's share of the last frame, if separable from the map's; else the whole frame counts. */
  ownFrameMs?(): number
  /** Bytes of JavaScript memory, if known; else the heap is measured. */
  jsBytes?(): number
  pick?(x: number, y: number): unknown
}

export interface Scene {
  map: MapLibreMap
  /** For subjects with their own canvas. */
  over: HTMLDivElement
  alive: number
  windowMs: number
  /** The clock of the strikes. */
  nowMs(): number
}

/** Maximum parts of the window, so that a batch changes only the newest. */
const PARTS_MAX = 20
/** Minimum duration of a part, to justify the cost of adding and removing it. */
const PART_MS = 5_000

export function partsOf(windowMs: number): number {
  return Math.max(RAMP.length, Math.min(PARTS_MAX, Math.round(windowMs / PART_MS)))
}

/** White to violet, a colour per part; all subjects colour by age. */
export const RAMP = ['#ffffff', '#fff0a3', '#ffc23d', '#ee8434', '#9485b8'] as const

/** Of parts 0 (newest) to `parts` - 1, the colour. */
export function colourOf(part: number, parts: number): string {
  return RAMP[Math.min(RAMP.length - 1, Math.floor((part / parts) * RAMP.length))]!
}
