import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Span } from '../../../../core/time/spans.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'
import { mapPicture } from '../../../map/map-picture.ts'
import { usePage } from '../../../state/page-store.ts'
import type { LoopEncoder, LoopFormat } from './loop-encoder.ts'
import { drawFoot, footOf, type LoopWords } from './loop-frame.ts'
import { FRAME_MS, LAST_FRAME_MS, loopSize, loopTimes } from './loop-plan.ts'

interface SaveLoopDeps {
  map: MapLibreMap
  connection: Pick<ServerConnection, 'clock' | 'live'>
  words: LoopWords
  loop: Span
  windowMs: number
  signal: AbortSignal
  progress(done: number, of: number): void
}

export interface SavedLoop {
  file: Blob
  extension: LoopFormat['extension']
}

/** Maximum wait for data; then the frame shows them as missing. */
const DATA_WAIT_MS = 8_000
const LOOK_EVERY_MS = 50
/** Maximum wait for slow tiles, for example of an operator's layer. */
const DRAW_WAIT_MS = 1_500

/**
 * A film of the map over a period, frame by frame. It moves the map's own time, and then restores it. Throws when
 * stopped: by the signal, or by a change of the shown moment.
 */
export async function saveLoop(deps: SaveLoopDeps): Promise<SavedLoop> {
  const { signal, loop } = deps
  const before = usePage.getState().shownAtMs
  usePage.getState().setPlaying(false)
  let shownMs = before
  let encoder: LoopEncoder | null = null
  try {
    const format = await loopFormat()
    const times = loopTimes(loop, format.limits.frames)
    const picture = document.createElement('canvas')
    for (const [i, atMs] of times.entries()) {
      signal.throwIfAborted()
      if (usePage.getState().shownAtMs !== shownMs) throw new Error('Another moment was chosen.')
      usePage.getState().showAt(atMs)
      shownMs = atMs
      const missing = await arrived(deps, atMs)
      await rested(deps)
      const drawn = mapPicture(deps.map)
      encoder ??= await format.open(sizePicture(picture, drawn, format, deps))
      drawFrame(picture, drawn, deps, { atMs, missing })
      await encoder.add(picture, i === times.length - 1 ? LAST_FRAME_MS : FRAME_MS)
      deps.progress(i + 1, times.length)
    }
    if (!encoder) throw new Error('There is no moment to be shown.')
    return { file: await encoder.finish(), extension: format.extension }
  } finally {
    encoder?.close()
    if (usePage.getState().shownAtMs === shownMs) usePage.getState().showAt(before)
  }
}

/** Waits for the available data of a moment; returns the missing parts. */
async function arrived({ connection, windowMs, signal }: SaveLoopDeps, atMs: number): Promise<Span[]> {
  const { clock, live } = connection
  const fromMs = atMs - windowMs
  const untilMs = clock.monotonicMs() + DATA_WAIT_MS
  const pending = () => live.shownStrikes.current().pending(fromMs, atMs)
  do {
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY_MS, resolve))
    signal.throwIfAborted()
  } while (pending().length > 0 && clock.monotonicMs() < untilMs)
  return [...live.shownStrikes.current().notObserved(fromMs, atMs), ...pending()]
}

/** Waits until the map has all data of the moment. Pulses are ignored. */
async function rested({ map, connection: { clock } }: SaveLoopDeps): Promise<void> {
  const untilMs = clock.monotonicMs() + DRAW_WAIT_MS
  do {
    map.redraw() // applies received data, and requests missing data
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY_MS, resolve))
  } while (!map.loaded() && clock.monotonicMs() < untilMs)
}

/** How the first frame is, all are. */
function sizePicture(picture: HTMLCanvasElement, drawn: HTMLCanvasElement, format: LoopFormat, deps: SaveLoopDeps) {
  const widthPx = deps.map.getContainer().clientWidth
  const { heightPx } = footOf(penOf(picture), widthPx, deps.words)
  const scale = drawn.width / widthPx
  const size = loopSize({ width: drawn.width, height: drawn.height + heightPx * scale }, format.limits)
  Object.assign(picture, size)
  return size
}

function drawFrame(
  picture: HTMLCanvasElement,
  drawn: HTMLCanvasElement,
  { map, words, loop, windowMs }: SaveLoopDeps,
  { atMs, missing }: { atMs: number; missing: readonly Span[] },
) {
  const pen = penOf(picture)
  const widthPx = map.getContainer().clientWidth
  const scale = picture.width / widthPx
  const { lines, heightPx } = footOf(pen, widthPx, words)
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.drawImage(drawn, 0, 0, picture.width, drawn.height * (picture.width / drawn.width))
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  const topPx = picture.height / scale - heightPx
  const shown = { fromMs: atMs - windowMs, toMs: atMs }
  drawFoot(pen, { topPx, widthPx, heightPx, lines }, words, { atMs, loop, shown, missing })
}

function penOf(picture: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = picture.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('The browser gives no canvas to draw on.')
  return pen
}

/** A film if this browser can encode one, else an animated image. */
async function loopFormat(): Promise<LoopFormat> {
  const { filmFormat } = await import('./film-encoder.ts')
  return (await filmFormat()) ?? (await import('./gif-encoder.ts')).gifFormat
}
