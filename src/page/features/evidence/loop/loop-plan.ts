import type { Span } from '../../../../core/time/spans.ts'

/** Limits that keep files below about 10 MB. */
export interface LoopLimits {
  frames: number
  /** Of the longer side, in pixels. */
  sidePx: number
}

/** Duration of a frame, and of the last one before the loop restarts. */
export const FRAME_MS = 100
export const LAST_FRAME_MS = 1_500

/** Times of the frames: evenly spaced from end to end, in whole seconds, without duplicates. */
export function loopTimes({ fromMs, toMs }: Span, frames: number): number[] {
  const times = Array.from({ length: frames }, (_, i) => fromMs + ((toMs - fromMs) * i) / (frames - 1))
  return [...new Set(times.map((ms) => Math.floor(ms / 1_000) * 1_000))]
}

/** As large as is allowed and no larger than it is; even, as encoders want it. */
export function loopSize(drawn: { width: number; height: number }, { sidePx }: LoopLimits) {
  const scale = Math.min(1, sidePx / Math.max(drawn.width, drawn.height))
  const even = (px: number) => Math.max(2, 2 * Math.round((px * scale) / 2))
  return { width: even(drawn.width), height: even(drawn.height) }
}
