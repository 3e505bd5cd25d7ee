import { type FixedBox, fixedBox } from '../geo/fixed-box.ts'
import type { Box } from '../geo/geo.ts'
import type { BlockCounts } from './block-counts.ts'
import { unitsBefore, unitsOf, wrapUnits } from './packed-strike-time.ts'
import { SUPERSEDED, WEAK } from './strike-quality.ts'
import { blockEnd, blockStart, SEGMENT, type StrikeRing, TIME, WORDS_PER_STRIKE } from './strike-ring.ts'

/** Selection of records. Default: strokes, each by its best record. */
export interface Chosen {
  /** Every record, not only the best one of each stroke. */
  records?: boolean
  /** Excludes weak locations. */
  firm?: boolean
  /** Maximum strike time. */
  untilMs?: number
}

/** A map position for `nearestIn`: pixels per unit of x and y, as a 2×2 matrix. */
export interface PixelFrame {
  x: number
  y: number
  pxPerX: readonly [number, number]
  pxPerY: readonly [number, number]
}

/** Quality bits that exclude a record. */
export function leftOut({ records, firm }: Chosen): number {
  return ((records ? 0 : SUPERSEDED) | (firm ? WEAK : 0)) >>> 0
}

const EVERYWHERE: FixedBox = { west: 0, width: 0xffff_ffff, north: 0, south: 0xffff_ffff }

/** Number of strikes since `sinceMs`, worldwide or in `box`. */
export function countIn(
  ring: StrikeRing,
  sinceMs: number,
  box: Box | null,
  chosen: Chosen,
  counts: BlockCounts,
): number {
  const fixed = box ? fixedBox(box) : EVERYWHERE
  const since = unitsOf(sinceMs)
  const until = chosen.untilMs === undefined ? Number.POSITIVE_INFINITY : unitsOf(chosen.untilMs)
  const sinceWrapped = wrapUnits(since)
  const reachUnits = until - since
  const out = leftOut(chosen)
  if (box) counts.of(fixed, out)
  let count = 0
  for (let from = ring.first; from < ring.end; from = blockEnd(from)) {
    if (ring.blockTo(from) < since || ring.blockFrom(from) > until) continue
    const to = Math.min(ring.end, blockEnd(from))
    const whole = ring.blockFrom(from) >= since && ring.blockTo(from) <= until
    // The block's sums suffice, except for this pair: they do not contain how many superseded records are weak.
    if (whole && !box && from === blockStart(from) && !(chosen.records && chosen.firm)) {
      count += to - from
      if (!chosen.records) count -= ring.blockSuperseded(from)
      if (chosen.firm) count -= ring.blockWeak(from)
      continue
    }
    const isKept = whole && box !== null && from === blockStart(from)
    const known = isKept ? counts.known(ring.blockOf(from), ring.blockVersion(from)) : -1
    if (known >= 0) {
      count += known
      continue
    }
    const found = scan(ring, from, to, fixed, whole ? null : { sinceWrapped, reachUnits }, out)
    count += found
    if (isKept) counts.keep(ring.blockOf(from), ring.blockVersion(from), found)
  }
  return count
}

/** Number of records of a block in the box and in the period, if one is given, without those of the quality bits `out`. */
function scan(
  ring: StrikeRing,
  from: number,
  to: number,
  { west, width, north, south }: FixedBox,
  period: { sinceWrapped: number; reachUnits: number } | null,
  out: number,
): number {
  const { words } = ring.segmentOf(from)
  const start = (from % SEGMENT) * WORDS_PER_STRIKE
  const stop = start + (to - from) * WORDS_PER_STRIKE
  let count = 0
  for (let i = start; i < stop; i += WORDS_PER_STRIKE) {
    if ((words[i]! - west) >>> 0 > width || words[i + 1]! < north || words[i + 1]! > south) continue
    if ((words[i + 3]! & out) !== 0) continue
    if (period) {
      const after = -unitsBefore(period.sinceWrapped, words[i + 2]!)
      if (after < 0 || after > period.reachUnits) continue
    }
    count++
  }
  return count
}

/** The first record of the block of `first`, from there on, in that unit of time or later; else the block's end. */
export function firstSinceIn(ring: StrikeRing, first: number, since: number): number {
  const { words } = ring.segmentOf(first)
  const sinceWrapped = wrapUnits(since)
  const end = Math.min(ring.end, blockEnd(first))
  let at = (first % SEGMENT) * WORDS_PER_STRIKE + TIME
  let sequence = first
  for (; sequence < end && unitsBefore(sinceWrapped, words[at]!) > 0; at += WORDS_PER_STRIKE) sequence++
  return sequence
}

/** The strike since `sinceMs` nearest to the centre of `frame` within `maxPx`; the newest of equals. */
export function nearestIn(
  ring: StrikeRing,
  frame: PixelFrame,
  maxPx: number,
  sinceMs: number,
  chosen: Chosen,
): number | null {
  const { x, y } = frame
  const [xx, xy] = frame.pxPerX
  const [yx, yy] = frame.pxPerY
  const reach = reachOf(frame, maxPx)
  if (!reach) return null
  // In whole units from the western edge, so that one unsigned comparison rules out nearly all records.
  const west = Math.floor(x - reach.x) >>> 0
  const width = Math.min(0xffff_ffff, Math.ceil(2 * reach.x) + 1)
  const { y: reachY } = reach
  const since = unitsOf(sinceMs)
  const until = chosen.untilMs === undefined ? Number.POSITIVE_INFINITY : unitsOf(chosen.untilMs)
  const sinceWrapped = wrapUnits(since)
  const reachUnits = until - since
  const out = leftOut(chosen)
  let best: number | null = null
  let bestPx2 = maxPx * maxPx
  for (let from = ring.end, to = from; to > ring.first; to = from) {
    from = Math.max(ring.first, blockStart(to - 1))
    if (ring.blockTo(from) < since || ring.blockFrom(from) > until) continue
    const { words } = ring.segmentOf(from)
    const start = (from % SEGMENT) * WORDS_PER_STRIKE
    for (let i = start + (to - from - 1) * WORDS_PER_STRIKE; i >= start; i -= WORDS_PER_STRIKE) {
      if ((words[i]! - west) >>> 0 > width) continue
      const dy = words[i + 1]! - y
      if (dy > reachY || dy < -reachY) continue
      if ((words[i + 3]! & out) !== 0) continue
      const after = -unitsBefore(sinceWrapped, words[i + 2]!)
      if (after < 0 || after > reachUnits) continue
      const dx = (words[i]! - x) | 0 // wraps around the antimeridian
      const px = dx * xx + dy * yx
      const py = dx * xy + dy * yy
      const px2 = px * px + py * py
      if (px2 >= bestPx2) continue
      bestPx2 = px2
      best = from + (i - start) / WORDS_PER_STRIKE
    }
  }
  return best
}

/** The newest since `sinceMs` by order of arrival, at most `most`. */
export function latestIn(ring: StrikeRing, most: number, sinceMs: number, box: Box | null, chosen: Chosen): number[] {
  const { west, width, north, south } = box ? fixedBox(box) : EVERYWHERE
  const since = unitsOf(sinceMs)
  const sinceWrapped = wrapUnits(since)
  const reachUnits = chosen.untilMs === undefined ? Number.POSITIVE_INFINITY : unitsOf(chosen.untilMs) - since
  const out = leftOut(chosen)
  const found: number[] = []
  for (let to = ring.end; to > ring.first && found.length < most; ) {
    const from = Math.max(ring.first, blockStart(to - 1))
    if (ring.blockTo(from) >= since) {
      const { words } = ring.segmentOf(from)
      const start = (from % SEGMENT) * WORDS_PER_STRIKE
      let i = start + (to - from - 1) * WORDS_PER_STRIKE
      for (; i >= start && found.length < most; i -= WORDS_PER_STRIKE) {
        if ((words[i]! - west) >>> 0 > width || words[i + 1]! < north || words[i + 1]! > south) continue
        const after = -unitsBefore(sinceWrapped, words[i + 2]!)
        if ((words[i + 3]! & out) !== 0 || after < 0 || after > reachUnits) continue
        found.push(from + (i - start) / WORDS_PER_STRIKE)
      }
    }
    to = from
  }
  return found
}

/** The largest distance in x and y of any point within `maxPx` of the centre; null for a degenerate frame. */
function reachOf({ pxPerX, pxPerY }: PixelFrame, maxPx: number): { x: number; y: number } | null {
  const determinant = pxPerX[0] * pxPerY[1] - pxPerX[1] * pxPerY[0]
  const x = (maxPx * Math.hypot(pxPerY[0], pxPerY[1])) / Math.abs(determinant)
  const y = (maxPx * Math.hypot(pxPerX[0], pxPerX[1])) / Math.abs(determinant)
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null
}
