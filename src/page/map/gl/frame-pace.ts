import type { Map as MapLibre } from 'maplibre-gl'
import type { Clock } from '../../../core/time/clock.ts'
import { isOpening } from '../opening/paint-timing.ts'

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

/** A GPU with slower frames is saturated: other requests to it wait. */
const SLOW_MS = 50
/**
 * Pause after a frame as a multiple of its duration, with a maximum, and interval for polling a busy GPU: leaves three
 * quarters of the CPU to the page while the user is inactive, and half of it during input. An `urgent` frame, as for a
 * moving map, skips the pause.
 */
const PACE = {
  untouched: { times: 3, maxMs: 900, lookEveryMs: 100 },
  touched: { times: 1, maxMs: 300, lookEveryMs: 16 },
  urgent: { times: 0, maxMs: 0, lookEveryMs: 8 },
}
/** Results of input are drawn within this time. */
const TOUCHED_MS = 1_000
/** Another style, as of another language, is drawn like a result of input while its tiles are cut again. */
const RESTYLED_MS = 4_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
/** Maximum wait for a driver that never signals completion. */
const GIVE_UP_MS = 5_000

/** Priority of a frame. */
type Want = keyof typeof PACE

/**
 * Prevents queued frames if the GPU, or its software substitute, is slower than the page: with three in flight each GPU
 * query blocks the page for as long as they take together. With software rendering, frames also take CPU time from the
 * page.
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
    if (this.#frame) return // the first of several is decisive
    this.#frame = setFence(this.#gl)
    this.#sentMs = nowMs
    this.#waited = false
  }

  /** Ms until the next check whether a frame may begin: the GPU is busy, or pauses; 0 for now. */
  waitMs(nowMs: number, want: Want = 'untouched'): number {
    const { times, maxMs, lookEveryMs } = PACE[want]
    if (this.#isDrawing(nowMs)) return lookEveryMs
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

/** The map functions used for pacing. */
export type PacedMap = Pick<MapLibre, '_render' | 'triggerRepaint' | 'isMoving' | 'setStyle'> & {
  painter: { context: { gl: FenceGl } }
  on(type: 'render', listener: () => void): unknown
  once(type: 'remove', listener: () => void): unknown
}

let tookMs = 0
/** Time that the last frame of the map took of the main thread. */
export const frameTookMs = () => tookMs

/**
 * Delays frames of the map until the pace allows them. Frames requested by `redraw`, as for a picture, are drawn at
 * once. Uses a timer for waiting: a denied animation frame would still cost a layout and compositing of the page.
 */
export function paceFrames(map: PacedMap, clock: Pick<Clock, 'monotonicMs' | 'after'>): void {
  const pace = new FramePace(map.painter.context.gl)
  const render = map._render.bind(map)
  const setStyle = map.setStyle.bind(map)
  let touchedUntilMs = Number.NEGATIVE_INFINITY
  /** Workers learn of another style with its first frame only. */
  let isRestyled = false
  let stopWaiting: (() => void) | null = null

  const isTouched = () => clock.monotonicMs() < touchedUntilMs
  function waitMs(): number {
    const isUrgent = isRestyled || isOpening() || map.isMoving()
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
  function hurry(forMs: number): void {
    const isFirst = isRestyled || !isTouched()
    touchedUntilMs = Math.max(touchedUntilMs, clock.monotonicMs() + forMs)
    if (isFirst && stopWaiting) drawIn(waitMs()) // who touches waits, and the rest is shorter
  }
  const touched = () => hurry(TOUCHED_MS)
  for (const each of TOUCHES) addEventListener(each, touched, { capture: true, passive: true })
  map.once('remove', () => {
    stopWaiting?.()
    for (const each of TOUCHES) removeEventListener(each, touched, { capture: true })
  })
  map.on('render', () => {
    isRestyled = false
    pace.sent(clock.monotonicMs())
  })
  map.setStyle = (style, options) => {
    isRestyled = true
    hurry(RESTYLED_MS)
    return setStyle(style, options)
  }
  map._render = (startedMs) => {
    const isRedraw = startedMs === 0
    const ms = isRedraw ? 0 : waitMs()
    if (ms > 0) drawIn(ms)
    else {
      stopWaiting?.()
      stopWaiting = null
      const beganMs = clock.monotonicMs()
      render(startedMs)
      tookMs = clock.monotonicMs() - beganMs
    }
    return map as MapLibre
  }
}

/** A fence after all commands sent to the GPU so far; null if unavailable, as without a context. */
function setFence(gl: FenceGl): WebGLSync | null {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return fence
}

/** Whether the GPU has passed the fence. Changes only between tasks of the page. */
function isPassed(gl: FenceGl, fence: WebGLSync | null): boolean {
  return !fence || gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED
}
