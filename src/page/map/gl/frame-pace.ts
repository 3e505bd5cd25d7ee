import type { Map as MapLibre } from 'maplibre-gl'
import type { Clock } from '../../../core/time/clock.ts'
import { isOpening } from '../opening/paint-timing.ts'

/** What of WebGL a fence needs. */
export type FenceGl = Pick<
  WebGL2RenderingContext,
  | 'fenceSync'
  | 'deleteSync'
  | 'getSyncParameter'
  | 'flush'
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'UNSIGNALED'
>

/** A GPU that needs longer for a frame has no time to spare: whatever else is asked of it waits in line. */
const SLOW_MS = 50
/**
 * It then rests for so many times what the frame took, but no longer than is noticed: three quarters of the processor are
 * left to the page while nobody does anything, and half of it for people who wait for what they did.
 */
const REST = { untouched: { times: 3, maxMs: 900 }, touched: { times: 1, maxMs: 300 } }
/** What somebody did is drawn in this time. */
const TOUCHED_MS = 1_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
/** So often a GPU that draws is asked whether it is done. */
const LOOK_EVERY_MS = { untouched: 50, touched: 16, urgent: 8 }
/** A driver that never says that it is done is not waited for. */
const GIVE_UP_MS = 5_000

/** What a frame is wanted for: an `urgent` one, as of a map that moves, waits for no rest. */
type Want = keyof typeof REST | 'urgent'

/**
 * Keeps frames from piling up where the GPU, or what stands in for it, is slower than the page: with three of them under
 * way each question to the GPU holds the page up for as long as they take together. Where software draws in its stead, each frame
 * takes from what the page itself has to do.
 */
export class FramePace {
  readonly #gl: FenceGl
  #frame: WebGLSync | null = null
  #sentMs = 0
  #waited = false
  #doneAtMs = Number.NEGATIVE_INFINITY
  #tookMs = 0
  /** Until a frame shows otherwise: the first ones, which make programs ready, are the slowest. */
  #isSlow = true

  constructor(gl: FenceGl) {
    this.#gl = gl
  }

  /** A frame is on its way to the GPU. */
  sent(nowMs: number): void {
    if (this.#frame) return // of several the first one tells
    this.#frame = setFence(this.#gl)
    this.#sentMs = nowMs
    this.#waited = false
  }

  /** In how many ms to ask again whether another frame may begin: the GPU still draws the last one, or rests for it; 0 for now. */
  waitMs(nowMs: number, want: Want = 'untouched'): number {
    if (this.#isDrawing(nowMs)) return LOOK_EVERY_MS[want]
    if (want === 'urgent') return 0
    const { times, maxMs } = REST[want]
    return Math.max(0, this.#doneAtMs + Math.min(times * this.#tookMs, maxMs) - nowMs)
  }

  #isDrawing(nowMs: number): boolean {
    if (!this.#frame) return false
    const ageMs = nowMs - this.#sentMs
    const isDone = isPassed(this.#gl, this.#frame)
    if (!isDone && ageMs < GIVE_UP_MS) {
      if (ageMs > SLOW_MS) this.#isSlow = true
      this.#waited ||= this.#isSlow
      return this.#isSlow
    }
    this.#gl.deleteSync(this.#frame)
    this.#frame = null
    this.#isSlow = this.#waited && ageMs > SLOW_MS
    if (this.#isSlow && isDone) {
      this.#doneAtMs = nowMs
      this.#tookMs = ageMs
    }
    return false
  }
}

/** What of a map is paced. */
export type PacedMap = Pick<MapLibre, '_render' | 'triggerRepaint' | 'isMoving'> & {
  painter: { context: { gl: FenceGl } }
  on(type: 'render', listener: () => void): unknown
  once(type: 'remove', listener: () => void): unknown
}

/**
 * Has no frame of the map begin before the pace allows it. What `redraw` asks for, as for a picture, is drawn at once. Whether one may
 * begin is looked at by a timer: asked for in vain it would be a frame of the whole page, which the browser lays out and hands on.
 */
export function paceFrames(map: PacedMap, clock: Pick<Clock, 'monotonicMs' | 'after'>): void {
  const pace = new FramePace(map.painter.context.gl)
  const render = map._render.bind(map)
  let touchedMs = Number.NEGATIVE_INFINITY
  let stopWaiting: (() => void) | null = null

  const isTouched = () => clock.monotonicMs() - touchedMs < TOUCHED_MS
  function waitMs(): number {
    const isUrgent = isOpening() || map.isMoving()
    return pace.waitMs(clock.monotonicMs(), isUrgent ? 'urgent' : isTouched() ? 'touched' : 'untouched')
  }
  function drawIn(ms: number): void {
    stopWaiting?.()
    stopWaiting = clock.after(ms, drawSoon)
  }
  function drawSoon(): void {
    stopWaiting = null
    const ms = waitMs()
    if (ms > 0) drawIn(ms)
    else map.triggerRepaint()
  }
  const touched = () => {
    const isFirst = !isTouched()
    touchedMs = clock.monotonicMs()
    if (isFirst && stopWaiting) drawIn(waitMs()) // who touches waits, and the rest is shorter
  }
  for (const each of TOUCHES) addEventListener(each, touched, { capture: true, passive: true })
  map.once('remove', () => {
    stopWaiting?.()
    for (const each of TOUCHES) removeEventListener(each, touched, { capture: true })
  })
  map.on('render', () => pace.sent(clock.monotonicMs()))
  map._render = (startedMs) => {
    const isRedraw = startedMs === 0
    const ms = isRedraw ? 0 : waitMs()
    if (ms > 0) {
      drawIn(ms)
      return map as MapLibre
    }
    stopWaiting?.()
    stopWaiting = null
    return render(startedMs)
  }
}

/** A mark behind all that the GPU was told to do so far, sent to it; null where it sets none, as without a context. */
function setFence(gl: FenceGl): WebGLSync | null {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return fence
}

/** Whether the GPU has come to the mark. It changes only between tasks of the page. */
function isPassed(gl: FenceGl, fence: WebGLSync | null): boolean {
  return !fence || gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED
}
