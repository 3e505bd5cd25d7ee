import { isOpening } from '../opening/paint-timing.ts'
import { type FenceGl, isPassed, setFence } from './gpu-fence.ts'

/** A GPU that answers within this has nothing else to do; the longer it is tried, the less of it is asked. */
const AT_ONCE_MS = 20
const AT_ONCE_LATER_MS = 70
/** How a moment is waited for at which nobody notices. */
interface Patience {
  /** It is to answer so often in a row, as the browser's own work begins a moment after the page has changed. */
  inARow: number
  /** After so long of tries it is asked all the same. */
  tryMs: number
  /** After so long nothing is drawn meanwhile. */
  pressingMs: number
}

const PATIENCE: Patience = { inARow: 3, tryMs: 3_000, pressingMs: 1_000 }
/** While the map has yet to be seen. */
const OPENING: Patience = { inARow: 2, tryMs: 4_000, pressingMs: 0 }
/** Without an answer at all for so long nothing can be told. */
const GIVE_UP_MS = 3_000
/** So long at a time goes to those that are told. */
const BUDGET_MS = 12

interface Waiting {
  program: WebGLProgram
  /** Behind what makes the program, where the browser does not tell of programs. */
  fence: WebGLSync | null
  then(): void
}

type Gl = FenceGl & Pick<WebGL2RenderingContext, 'getExtension' | 'getProgramParameter' | 'validateProgram'>

/** What the page has of time; a test has its own. */
export interface Turns {
  now(): number
  /** Whether the map has yet to be seen. */
  isOpening(): boolean
  /** Soon, in a task of its own. */
  soon(run: () => void): void
}

const PAGE: Turns = { now: () => performance.now(), isOpening, soon: (run) => void setTimeout(run, 0) }

/**
 * Tells when a program of WebGL can be asked what it has, without waiting for it: once it is linked, at a moment when the
 * GPU answers at once. Whoever asks at another holds the page up until the GPU has made the program and done whatever
 * else it was told to, by the browser as well.
 */
export class ShaderLinkScheduler {
  readonly #gl: Gl
  readonly #turns: Turns
  readonly #parallel: KHR_parallel_shader_compile | null
  readonly #waiting = new Set<Waiting>()
  #isLooking = false
  #isProbing = false
  #probedSinceMs = 0

  /** Made before the programs are, as a browser tells nothing of those that were linked before it was asked to. */
  constructor(gl: Gl, turns: Turns = PAGE) {
    this.#gl = gl
    this.#turns = turns
    this.#parallel = gl.getExtension('KHR_parallel_shader_compile')
  }

  /** Whether any program has yet to be told of. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Whether programs are linked and such a moment has to come soon, for which nothing may be drawn. */
  get isPressing(): boolean {
    return this.#isProbing && this.#turns.now() - this.#probedSinceMs >= this.#patience.pressingMs
  }

  /**
   * Calls back once the program is linked, or has failed to, or its context is lost; within the call where nobody can tell.
   * To be called as soon as linking has begun.
   */
  whenLinked(program: WebGLProgram, then: () => void): void {
    const gl = this.#gl
    let fence: WebGLSync | null = null
    if (!this.#parallel) {
      gl.validateProgram(program) // which needs it linked, and answers nothing
      fence = setFence(gl)
      if (!fence) {
        then()
        return
      }
    }
    this.#waiting.add({ program, fence, then })
    if (!this.#isLooking) this.#look()
  }

  /** Looks until none waits. */
  #look(): void {
    this.#isLooking = true
    this.#turns.soon(() => {
      const isAny = [...this.#waiting].some((each) => this.#isLinked(each))
      if (!isAny) {
        this.#look()
        return
      }
      this.#isProbing = true
      this.#probedSinceMs = this.#turns.now()
      this.#probe(0)
    })
  }

  #probe(answeredInARow: number): void {
    const gl = this.#gl
    const { now, soon } = this.#turns
    const askedMs = now()
    const fence = setFence(gl)
    const look = () => {
      const nowMs = now()
      const tookMs = nowMs - askedMs
      const hasAnswered = isPassed(gl, fence)
      if (!hasAnswered && tookMs < GIVE_UP_MS) {
        soon(look)
        return
      }
      gl.deleteSync(fence)
      const triedMs = nowMs - this.#probedSinceMs
      const { inARow: wanted, tryMs } = this.#patience
      const atOnceMs = AT_ONCE_MS + (AT_ONCE_LATER_MS - AT_ONCE_MS) * (triedMs / tryMs)
      const inARow = tookMs <= atOnceMs ? answeredInARow + 1 : 0
      if (hasAnswered && inARow < wanted && triedMs < tryMs) {
        this.#probe(inARow)
        return
      }
      this.#isProbing = false
      this.#tell()
      this.#isLooking = false
      if (this.#waiting.size > 0) this.#look()
    }
    soon(look)
  }

  get #patience(): Patience {
    return this.#turns.isOpening() ? OPENING : PATIENCE
  }

  #tell(): void {
    const startedMs = this.#turns.now()
    for (const waiting of this.#waiting) {
      if (!this.#isLinked(waiting)) continue
      this.#waiting.delete(waiting)
      this.#gl.deleteSync(waiting.fence)
      waiting.then()
      if (this.#turns.now() - startedMs >= BUDGET_MS) return
    }
  }

  #isLinked({ program, fence }: Waiting): boolean {
    if (!this.#parallel) return isPassed(this.#gl, fence)
    return this.#gl.getProgramParameter(program, this.#parallel.COMPLETION_STATUS_KHR) !== false
  }
}

const known = new WeakMap<WebGL2RenderingContext, ShaderLinkScheduler>()

/** The one of a context; `turns` are for whoever asks first. */
export function shaderLinkSchedulerOf(gl: WebGL2RenderingContext, turns?: Turns): ShaderLinkScheduler {
  let linking = known.get(gl)
  if (!linking) {
    linking = new ShaderLinkScheduler(gl, turns)
    known.set(gl, linking)
  }
  return linking
}
