import type { Map as MapLibre } from 'maplibre-gl'
import { isOpening } from '../opening/paint-timing.ts'
import { type FenceGl, isPassed, setFence } from './gpu-fence.ts'

/** A GPU that needs longer for a frame has no time to spare: whatever else is asked of it waits in line. */
const SLOW_MS = 50
/** It then rests for as long as the frame took, so that half of the processor is left to the page, but no longer than this. */
const REST_MAX_MS = 300
/** A driver that never says that it is done is not waited for. */
const GIVE_UP_MS = 5_000

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
  #restUntilMs = Number.NEGATIVE_INFINITY
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

  /** Whether another frame is to wait until the GPU is done with the last, and has rested if this one is not `urgent`. */
  mustWait(nowMs: number, isUrgent = false): boolean {
    if (this.#isDrawing(nowMs)) return true
    return !isUrgent && nowMs < this.#restUntilMs
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
    if (this.#isSlow && isDone) this.#restUntilMs = nowMs + Math.min(ageMs, REST_MAX_MS)
    return false
  }
}

/** Has no frame of the map begin before the pace allows it. What `redraw` asks for, as for a picture, is drawn at once. */
export function paceFrames(map: MapLibre): void {
  const pace = new FramePace(map.painter.context.gl)
  const render = map._render.bind(map)
  map.on('render', () => pace.sent(performance.now()))
  map._render = (startedMs) => {
    const isRedraw = startedMs === 0
    if (isRedraw || !pace.mustWait(performance.now(), isOpening() || map.isMoving())) return render(startedMs)
    map.triggerRepaint()
    return map
  }
}
