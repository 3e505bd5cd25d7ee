import { type AgeBand, bandTicks } from '../../../../core/strikes/age-ramp.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { type Span, totalMs } from '../../../../core/time/spans.ts'
import { MAP_FONTS } from '../../../map/map-fonts.ts'
import { wrapLine } from '../wrap-line.ts'

/** The texts below the map, equal in every frame. */
export interface LoopWords {
  /** Labels: data that are not live, and that the picture is not live. */
  marks: readonly string[]
  /** Credits of the map, and the disclaimer. */
  foot: string
  bands: readonly AgeBand[]
  seconds(count: number): string
  minutes(count: number): string
  timeText(ms: number): string
  observed(minutes: number, of: number): string
  whole: string
}

export interface LoopMoment {
  atMs: number
  loop: Span
  /** The strikes that the moment shows are of this time. */
  shown: Span
  /** The unobserved parts of the shown period, if known. */
  missing: readonly Span[]
}

const DARK = { ground: '#0a0f17', text: '#e9eef6', muted: '#a7b3c4', warn: '#f5b74f', line: '#56657a' }
const PADDING_PX = 10
const LINE_PX = 18
const BAR_PX = 8
/** Of the legend and of the track, on a picture that is wide enough. */
const HALF_MAX_PX = 320

/** The height of the footer in CSS pixels, and its wrapped last lines. */
export function footOf(pen: CanvasRenderingContext2D, widthPx: number, words: LoopWords) {
  pen.font = fontOf(12, 400)
  const lines = wrapLine(words.foot, (text) => pen.measureText(text).width <= widthPx - 2 * PADDING_PX)
  return { lines, heightPx: Math.ceil(2 * PADDING_PX + (4 + lines.length) * LINE_PX + 8) }
}

/** Draws the footer: time, disclaimer, colours of ages, and coverage. */
export function drawFoot(
  pen: CanvasRenderingContext2D,
  place: { topPx: number; widthPx: number; heightPx: number; lines: readonly string[] },
  words: LoopWords,
  moment: LoopMoment,
): void {
  const { topPx, widthPx, heightPx, lines } = place
  const roomPx = widthPx - 2 * PADDING_PX
  pen.fillStyle = DARK.ground
  pen.fillRect(0, topPx, widthPx, heightPx)
  pen.textBaseline = 'middle'
  pen.textAlign = 'left'
  const write = (text: string, row: number, colour: string, px: number, weight: number) => {
    pen.font = fontOf(px, weight)
    pen.fillStyle = colour
    pen.fillText(text, PADDING_PX, topPx + PADDING_PX + (row + 0.5) * LINE_PX, roomPx)
  }
  write(words.timeText(moment.atMs), 0, DARK.text, 15, 700)
  write(words.marks.join(' · '), 1, DARK.warn, 13, 700)
  const barsPx = topPx + PADDING_PX + 2 * LINE_PX + 4
  const halfPx = Math.min(HALF_MAX_PX, (roomPx - 2 * PADDING_PX) / 2)
  drawAges(pen, { leftPx: PADDING_PX, topPx: barsPx, widthPx: halfPx }, words)
  drawTrack(pen, { leftPx: 3 * PADDING_PX + halfPx, topPx: barsPx, widthPx: halfPx }, words, moment)
  for (const [i, line] of lines.entries()) write(line, 4.4 + i, DARK.muted, 12, 400)
}

interface Place {
  leftPx: number
  topPx: number
  widthPx: number
}

/** The colours of strikes by age, newest first, with the ages at which they change. */
function drawAges(pen: CanvasRenderingContext2D, { leftPx, topPx, widthPx }: Place, words: LoopWords) {
  const { bands } = words
  const eachPx = widthPx / bands.length
  for (const [i, { colour }] of bands.entries()) {
    pen.fillStyle = colour
    pen.fillRect(leftPx + i * eachPx, topPx, eachPx + 0.5, BAR_PX)
  }
  pen.fillStyle = DARK.muted
  pen.font = fontOf(11, 400)
  const ticks = bandTicks(bands, words)
  for (const [i, tick] of ticks.entries()) {
    pen.textAlign = i === 0 ? 'left' : i === ticks.length - 1 ? 'right' : 'center'
    pen.fillText(tick, leftPx + i * eachPx, topPx + BAR_PX + 10)
  }
  pen.textAlign = 'left'
}

/** Position of the moment in the loop, and the coverage of its window. */
function drawTrack(
  pen: CanvasRenderingContext2D,
  { leftPx, topPx, widthPx }: Place,
  words: LoopWords,
  { atMs, loop, shown, missing }: LoopMoment,
) {
  pen.fillStyle = DARK.line
  pen.fillRect(leftPx, topPx + BAR_PX / 2 - 1, widthPx, 2)
  pen.fillStyle = DARK.text
  const doneShare = (atMs - loop.fromMs) / (loop.toMs - loop.fromMs)
  pen.fillRect(leftPx, topPx + BAR_PX / 2 - 2, widthPx * doneShare, 4)
  pen.font = fontOf(11, missing.length > 0 ? 700 : 400)
  pen.fillStyle = missing.length > 0 ? DARK.warn : DARK.muted
  pen.fillText(observedText(words, shown, missing), leftPx, topPx + BAR_PX + 10, widthPx)
}

/** Coverage of the window at a time, rounded down. */
export function observedText(
  { observed, whole }: Pick<LoopWords, 'observed' | 'whole'>,
  shown: Span,
  missing: readonly Span[],
): string {
  const missingMs = totalMs(missing)
  if (missingMs === 0) return whole
  const shownMs = shown.toMs - shown.fromMs
  return observed(Math.floor(Math.max(0, shownMs - missingMs) / MINUTE_MS), Math.round(shownMs / MINUTE_MS))
}

const fontOf = (px: number, weight: number) => `${weight} ${px}px ${MAP_FONTS}`
