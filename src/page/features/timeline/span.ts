import { BOX_COUNTS_HOURS_MAX } from '../../../contract/strike-history.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'

/** A stretch of time that the timeline shows, up to the present. */
export interface TimelineSpan {
  /** `window`, or a number of hours. */
  key: string
  ms: number
  binMs: number
  /** Counted by the server: the page does not hold as much. */
  remote: boolean
}

/** Up to here the page counts its own strikes, second by second. */
const OWN_MS = 2 * HOUR_MS
const HOURS = [2, 6, 24, 72, 168, 720, 8_760]
/** Server bins have 1 to 60 minutes: no more bins than fit on a screen. */
const REMOTE_BINS = 480

/** The available spans: the window, and periods up to the start of the history. */
export function timelineSpans(windowMinutes: number, historyHours: number | null): TimelineSpan[] {
  const windowMs = windowMinutes * MINUTE_MS
  const hours = HOURS.filter((each) => historyHours !== null && each < historyHours)
  if (historyHours !== null && historyHours > 0) hours.push(historyHours)
  return [
    { key: 'window', ms: windowMs, binMs: windowMs <= 10 * MINUTE_MS ? 5_000 : 10_000, remote: false },
    ...hours.filter((each) => each * HOUR_MS > windowMs).map(spanOfHours),
  ]
}

function spanOfHours(hours: number): TimelineSpan {
  const ms = hours * HOUR_MS
  if (ms <= OWN_MS) return { key: String(hours), ms, binMs: 10_000, remote: false }
  const minutes = Math.min(60, Math.max(1, Math.ceil(ms / REMOTE_BINS / MINUTE_MS)))
  return { key: String(hours), ms, binMs: minutes * MINUTE_MS, remote: true }
}

/** Whether counts in view are available: a server scans at most three days for them. */
export function hasView({ ms, remote }: TimelineSpan): boolean {
  return !remote || ms < BOX_COUNTS_HOURS_MAX * HOUR_MS
}

/** The shortest span, at least the chosen one, that contains a moment of `ageMs` ago with its window. */
export function spanFor(spans: readonly TimelineSpan[], chosen: string, ageMs: number): TimelineSpan {
  const from = Math.max(
    0,
    spans.findIndex(({ key }) => key === chosen),
  )
  return spans.slice(from).find(({ ms }) => ms >= ageMs) ?? spans.at(-1)!
}

/** One press of a key moves the shown moment by this. */
export function stepMs({ ms }: TimelineSpan): number {
  return Math.max(10_000, Math.round(ms / 180 / 10_000) * 10_000)
}

/** A moment rounded down to whole pixels of a stretch of time that is drawn in this width. */
export function wholePixel(ms: number, stretchMs: number, width: number): number {
  const pxMs = stretchMs / Math.max(1, width)
  return Math.floor(ms / pxMs) * pxMs
}

const TICKS_MIN = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440, 2_880, 10_080, 43_200]

/** Times to label below the axis, at most `most`. */
export function tickTimes(fromMs: number, toMs: number, most: number): number[] {
  const stepMin = TICKS_MIN.find((each) => (toMs - fromMs) / (each * MINUTE_MS) <= most) ?? TICKS_MIN.at(-1)!
  const step = stepMin * MINUTE_MS
  const ticks: number[] = []
  for (let ms = Math.ceil(fromMs / step) * step; ms <= toMs; ms += step) ticks.push(ms)
  return ticks
}
