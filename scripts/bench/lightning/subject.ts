import type { Map as MapLibreMap } from 'maplibre-gl'
import type { StrikeRecord } from '../../../src/contract/lightning.ts'

/** What strikes are drawn in: the map, or a canvas over it. */
export interface Canvas {
  /** Has a frame drawn when the browser draws next. */
  ask(): void
  /** Tells of each frame how long it held the main thread, until the function that it answers is called. */
  watch(each: (ms: number) => void): () => void
}

/** What is measured: a way to show strikes on a map. */
export interface Subject {
  /** Puts the first strikes on screen. */
  fill(records: readonly StrikeRecord[], nowMs: number): Promise<void>
  /** Takes a second's strikes in; resolves when a frame has shown them. */
  batch(records: readonly StrikeRecord[], nowMs: number): Promise<void>
  /** Where it is not the map: what it draws in, and the like of it without strikes. */
  canvas?: Canvas
  bare?: Canvas
  /** Own work within the last frame, where it can be told from the map's; else the map's whole frame counts. */
  ownFrameMs?(): number
  /** Bytes of JavaScript memory, where they are known; else the heap is asked. */
  jsBytes?(): number
  pick?(x: number, y: number): unknown
}

export interface Scene {
  map: MapLibreMap
  /** For those who bring a canvas of their own. */
  over: HTMLDivElement
  alive: number
  windowMs: number
  /** The clock of the strikes. */
  nowMs(): number
}

/** So many parts of the window the others keep apart, so that a batch touches only the newest. */
const PARTS_MAX = 20
/** A part that lasts no longer is not worth what it takes to add and to remove it. */
const PART_MS = 5_000

export function partsOf(windowMs: number): number {
  return Math.max(RAMP.length, Math.min(PARTS_MAX, Math.round(windowMs / PART_MS)))
}

/** White-hot to violet, a colour a part; colours by age are asked of everyone. */
export const RAMP = ['#ffffff', '#fff0a3', '#ffc23d', '#ee8434', '#9485b8'] as const

/** Of parts 0 (newest) to `parts` - 1, the colour. */
export function colourOf(part: number, parts: number): string {
  return RAMP[Math.min(RAMP.length - 1, Math.floor((part / parts) * RAMP.length))]!
}
