import type { Map as MapLibre } from 'maplibre-gl'
import { shaderLinkSchedulerOf, type Turns } from './shader-link-scheduler.ts'

type Painter = MapLibre['painter']
type ProgramCache = Painter['programCache']
type Variant = Parameters<ProgramCache['getProgram']>[0]
type Program = ReturnType<ProgramCache['getProgram']>
type Projection = Variant['projectionShaderVariant']

const WHILE_MAKING = ['shaderSource', 'compileShader', 'attachShader', 'linkProgram'] as const

/** What MapLibre has done for a program that it begins. */
interface Begun {
  shaders: WebGLShader[]
  /** What has the GPU make it. */
  calls: (() => void)[]
}

interface Started extends Begun {
  variant: Variant
  program: Program
}

/**
 * Has the map's programs made beside the page. MapLibre asks a program what it has as soon as it is begun, and the page
 * stands still until the GPU has made it and drawn all that came before: half a second and more for a map's first frames
 * on a slow one. Here that is asked once the program is linked and the GPU has nothing else to do. Until then MapLibre
 * takes it for one of a lost context, and draws nothing with it. What a frame asks for is made after it, as what is live comes
 * first.
 */
export class AsyncShaderPrograms {
  readonly #painter: Painter
  readonly #repaint: () => void
  readonly #getProgram: ProgramCache['getProgram']
  readonly #known: Variant[] = []
  readonly #queued: Started[] = []
  #making = 0
  /** Whether MapLibre asks for a program that it may have to begin. */
  #isAsked = false
  /** The program that is being begun. */
  #begun: Begun | null = null
  /** The program that is being read. */
  #read: Started | null = null
  #isCut = false

  constructor(painter: Painter, repaint: () => void, turns?: Turns) {
    this.#painter = painter
    this.#repaint = repaint
    const { programCache } = painter
    this.#getProgram = programCache.getProgram.bind(programCache)
    programCache.getProgram = (variant) => this.#get(variant)
    shaderLinkSchedulerOf(painter.context.gl, turns) // before the first program
    this.#standBetween(painter.context.gl)
  }

  /** Whether programs are being made, or are to be. */
  get isWaiting(): boolean {
    return this.#queued.length > 0 || this.#making > 0
  }

  /** Whether something was left out since this was last asked, as its program is not there yet. */
  takeCut(): boolean {
    const isCut = this.#isCut
    this.#isCut = false
    return isCut
  }

  /** Begins the programs that there are for another projection as well, before the map is drawn in it. */
  prepare(projection: Projection): void {
    for (const variant of [...this.#known]) this.#get({ ...variant, projectionShaderVariant: projection })
    this.#isCut = false
    this.make()
  }

  /** Has the GPU make what a frame has asked for. To be called after each. */
  make(): void {
    const linking = shaderLinkSchedulerOf(this.#painter.context.gl)
    for (const started of this.#queued.splice(0)) {
      this.#making++
      for (const call of started.calls) call()
      linking.whenLinked(started.program.program, () => {
        this.#making--
        this.#finish(started)
        this.#repaint()
      })
    }
  }

  #get(variant: Variant): Program {
    this.#isAsked = true
    const program = this.#getProgram(variant)
    this.#isAsked = false
    const begun = this.#begun
    this.#begun = null
    if (begun && !this.#painter.context.gl.isContextLost()) {
      this.#known.push(variant)
      this.#queued.push({ ...begun, variant, program })
    }
    if (program.failedToCreate) this.#isCut = true
    return program
  }

  /** Lets MapLibre read from the linked program what it would have read at once. */
  #finish(started: Started): void {
    const { context, programCache } = this.#painter
    const { program } = started
    const Cache = programCache.constructor as new (of: typeof context) => ProgramCache
    this.#read = { ...started, shaders: [...started.shaders] }
    try {
      const read = new Cache(context).getProgram(started.variant)
      Object.assign(program, read, { failedToCreate: read.failedToCreate ?? false })
    } finally {
      this.#read = null
    }
  }

  /** Stands in where MapLibre makes a program: none is asked anything as it is begun, and none is made anew to be read. */
  #standBetween(gl: WebGL2RenderingContext): void {
    const createProgram = gl.createProgram.bind(gl)
    const createShader = gl.createShader.bind(gl)
    const getProgramParameter = gl.getProgramParameter.bind(gl)
    gl.createProgram = () => {
      if (this.#read) return this.#read.program.program
      if (this.#isAsked) this.#begun = { shaders: [], calls: [] }
      return createProgram()
    }
    gl.createShader = (type) => {
      if (this.#read) return this.#read.shaders.shift() ?? null
      const shader = createShader(type)
      if (shader) this.#begun?.shaders.push(shader)
      return shader
    }
    gl.getProgramParameter = (program, name) => (this.#begun ? 0 : getProgramParameter(program, name))
    for (const name of WHILE_MAKING) {
      const call = gl[name].bind(gl) as (...given: unknown[]) => void
      Object.assign(gl, {
        [name]: (...given: unknown[]) => {
          if (this.#begun) this.#begun.calls.push(() => call(...given))
          else if (!this.#read) call(...given)
        },
      })
    }
  }
}
