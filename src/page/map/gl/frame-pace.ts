import type { Map as MapLibre } from 'maplibre-gl'
import { isOpening } from '../opening/paint-timing.ts'
import { type FenceGl, isPassed, setFence } from './gpu-fence.ts'

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

  /** Whether another frame is to wait until the GPU is done with the last, and has rested for this one. */
  mustWait(nowMs: number, want: Want = 'untouched'): boolean {
    if (this.#isDrawing(nowMs)) return true
    if (want === 'urgent') return false
    const { times, maxMs } = REST[want]
    return nowMs < this.#doneAtMs + Math.min(times * this.#tookMs, maxMs)
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

/** Has no frame of the map begin before the pace allows it. What `redraw` asks for, as for a picture, is drawn at once. */
export function paceFrames(map: MapLibre): void {
  const pace = new FramePace(map.painter.context.gl)
  const render = map._render.bind(map)
  let touchedMs = Number.NEGATIVE_INFINITY
  const touched = () => {
    touchedMs = performance.now()
  }
  for (const each of TOUCHES) addEventListener(each, touched, { capture: true, passive: true })
  map.once('remove', () => {
    for (const each of TOUCHES) removeEventListener(each, touched, { capture: true })
  })
  map.on('render', () => pace.sent(performance.now()))
  map._render = (startedMs) => {
    const isRedraw = startedMs === 0
    const nowMs = performance.now()
    const isUrgent = isOpening() || map.isMoving()
    const want = isUrgent ? 'urgent' : nowMs - touchedMs < TOUCHED_MS ? 'touched' : 'untouched'
    if (isRedraw || !pace.mustWait(nowMs, want)) return render(startedMs)
    map.triggerRepaint()
    return map
  }
}
