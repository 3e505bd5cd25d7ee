/** A GPU that needs longer for a frame has no time to spare: whatever else is asked of it waits in line. */
const SLOW_MS = 50
/** A driver that never says that it is done is not waited for. */
const GIVE_UP_MS = 2_000

type Gl = Pick<
  WebGL2RenderingContext,
  | 'fenceSync'
  | 'deleteSync'
  | 'getSyncParameter'
  | 'flush'
  | 'SYNC_GPU_COMMANDS_COMPLETE'
  | 'SYNC_STATUS'
  | 'UNSIGNALED'
>

/**
 * Keeps frames from piling up where the GPU, or what stands in for it, is slower than the page: with three of them under
 * way each question to the GPU holds the page up for as long as they take together.
 */
export class FramePace {
  readonly #gl: Gl
  #frame: WebGLSync | null = null
  #sentMs = 0
  #waited = false
  /** Until a frame shows otherwise: the first ones, which make programs ready, are the slowest. */
  #isSlow = true

  constructor(gl: Gl) {
    this.#gl = gl
  }

  /** A frame is on its way to the GPU. */
  sent(nowMs: number): void {
    if (this.#frame) return // of several the first one tells
    const gl = this.#gl
    this.#frame = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    this.#sentMs = nowMs
    this.#waited = false
    gl.flush()
  }

  /** Whether another frame is to wait until the GPU is done with the last. */
  mustWait(nowMs: number): boolean {
    if (!this.#frame) return false
    const gl = this.#gl
    const ageMs = nowMs - this.#sentMs
    if (gl.getSyncParameter(this.#frame, gl.SYNC_STATUS) === gl.UNSIGNALED && ageMs < GIVE_UP_MS) {
      if (ageMs > SLOW_MS) this.#isSlow = true
      this.#waited ||= this.#isSlow
      return this.#isSlow
    }
    gl.deleteSync(this.#frame)
    this.#frame = null
    this.#isSlow = this.#waited && ageMs > SLOW_MS
    return false
  }
}
