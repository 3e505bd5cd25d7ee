import {
  CELL_FRAGMENT_SHADER,
  COVER_FRAGMENT_SHADER,
  COVER_VERTEX_SHADER,
  cellVertexShader,
} from './density-shaders.ts'
import { RIM } from './mark-uniforms.ts'
import type { StrikeBuffer } from './strike-buffer.ts'
import { setPlace } from './strike-place.ts'
import { createProgram, type StrikeProgram } from './strike-program.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setBands, setTime } from './strike-uniforms.ts'

/** Side of a cell at a whole zoom, CSS pixels; it grows with the map until the next one. */
const CELL_PX = 4
/** So finely a cell tells its age, of the window: until it would be another one, the picture stays where nothing else changes. */
const AGES = 254
/** Width of the line around cells, CSS pixels. */
const LINE_PX = 1
/** On the dark map strikes stand off by their own colour. */
const NO_RIM = [0, 0, 0, 0]

/**
 * Strikes as cells: how many, and how old the newest is. The cells are added up by the GPU in a small picture of its own,
 * a pixel a cell, and laid over the map.
 */
export class StrikeDensity {
  readonly #gl: WebGL2RenderingContext
  readonly #programs = new Map<string, StrikeProgram | null>()
  #cover: StrikeProgram | null = null
  #texture: WebGLTexture | null = null
  #frame: WebGLFramebuffer | null = null
  readonly #vao: WebGLVertexArrayObject | null
  #width = 0
  #height = 0
  /** Of the last picture: the side of a cell and where the first one begins, in pixels of the screen. */
  #cell = 1
  #line = 1
  #offset: [number, number] = [0, 0]
  /** What the last picture was made of: what is known before a frame begins, and what MapLibre says within it. */
  readonly #madeOf: unknown[] = []
  readonly #madeAt: unknown[] = []
  /** The same of the frame at hand. */
  readonly #view: unknown[] = []
  readonly #place: unknown[] = []
  #madeMs = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#vao = gl.createVertexArray()
  }

  /** Whether there is a picture to lay. */
  get isMade(): boolean {
    return this.#madeOf.length > 0
  }

  /** Whether a picture would differ from the one there is: by the view, the strikes, which of them are meant, or their age. */
  differs(map: MapInstance, strikes: StrikeBuffer, nowMs: number, look: StrikeLook): boolean {
    if (strikes.isBehind) return true
    const agedMs = nowMs - this.#madeMs
    if (look.past ? agedMs !== 0 : agedMs < 0 || agedMs >= look.windowMs / AGES) return true
    noteView(this.#view, this.#gl, map, strikes.sends, look)
    return !isSame(this.#madeOf, this.#view)
  }

  /** Adds up the cells, into a picture of its own. */
  gather(map: MapInstance, input: RenderInput, strikes: StrikeBuffer, first: number, nowMs: number, look: StrikeLook) {
    const gl = this.#gl
    const program = this.#programFor(input)
    if (!program) return
    noteView(this.#madeOf, gl, map, strikes.sends, look)
    notePlace(this.#madeAt, input)
    this.#madeMs = nowMs
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
    const zoom = map.getZoom()
    this.#cell = CELL_PX * map.getPixelRatio() * 2 ** (zoom - Math.floor(zoom))
    this.#line = Math.round(LINE_PX * map.getPixelRatio())
    this.#offset = this.#anchor(map, height)
    const columns = Math.ceil(width / this.#cell) + 1
    const rows = Math.ceil(height / this.#cell) + 1
    this.#size(columns, rows)

    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.viewport(0, 0, columns, rows)
    gl.disable(gl.SCISSOR_TEST)
    gl.disable(gl.STENCIL_TEST)
    gl.disable(gl.DEPTH_TEST)
    gl.colorMask(true, true, true, true)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    gl.blendEquationSeparate(gl.FUNC_ADD, gl.MAX)
    gl.blendFunc(gl.ONE, gl.ONE)
    program.bind()
    setTime(program, nowMs, look)
    const draw = setPlace(program, map, input)
    // From the clip space of the screen to that of the picture, whose cells begin a little before it and end after it.
    const [scaleX, scaleY] = [width / (this.#cell * columns), height / (this.#cell * rows)]
    const [x, y] = this.#offset
    program.uniforms.float2('u_scale', scaleX, scaleY)
    program.uniforms.float2(
      'u_shift',
      scaleX - 1 + (2 * x) / (this.#cell * columns),
      scaleY - 1 + (2 * y) / (this.#cell * rows),
    )
    draw(() => strikes.draw(first))
    gl.blendEquation(gl.FUNC_ADD)
  }

  /** Lays the cells over the map; false where they were added up for another view than this one. */
  lay(input: RenderInput, look: StrikeLook, strength: number, isStale: boolean): boolean {
    const gl = this.#gl
    this.#cover ??= createProgram(gl, COVER_VERTEX_SHADER, COVER_FRAGMENT_SHADER)
    const program = this.#cover
    if (!program || !this.#texture) return true
    const { uniforms } = program
    program.bind()
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    if (program.isNews('cover', this.#cell, this.#line, this.#offset, look, strength, isStale)) {
      uniforms.int('u_cells', 0)
      uniforms.float('u_cell', this.#cell)
      uniforms.float('u_line', this.#line)
      uniforms.float2('u_offset', ...this.#offset)
      uniforms.float('u_window', look.windowMs / 1_000)
      uniforms.float('u_strength', strength)
      uniforms.float('u_stale', isStale ? 1 : 0)
      uniforms.vec4('u_rim', look.light ? RIM.light : NO_RIM)
      setBands(program, look)
    }
    gl.bindVertexArray(this.#vao)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    notePlace(this.#place, input)
    const isMeant = isSame(this.#madeAt, this.#place)
    if (!isMeant) this.#madeOf.length = 0
    return isMeant
  }

  close(): void {
    const gl = this.#gl
    for (const program of this.#programs.values()) program?.close()
    this.#cover?.close()
    gl.deleteTexture(this.#texture)
    gl.deleteFramebuffer(this.#frame)
    gl.deleteVertexArray(this.#vao)
  }

  #programFor({ shaderData: { variantName, vertexShaderPrelude, define } }: RenderInput): StrikeProgram | null {
    const known = this.#programs.get(variantName)
    if (known) return known
    const made = createProgram(this.#gl, cellVertexShader(vertexShaderPrelude, define), CELL_FRAGMENT_SHADER)
    this.#programs.set(variantName, made)
    return made
  }

  /** Cells stay where they are on Earth while the map moves: they are counted from a corner of the world. */
  #anchor(map: MapInstance, height: number): [number, number] {
    const corner = map.project([-180, 85])
    const ratio = map.getPixelRatio()
    const cell = this.#cell
    return [modulo(-corner.x * ratio, cell), modulo(corner.y * ratio - height, cell)]
  }

  #size(columns: number, rows: number): void {
    if (columns === this.#width && rows === this.#height) return
    const gl = this.#gl
    this.#width = columns
    this.#height = rows
    this.#texture ??= gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, columns, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    this.#frame ??= gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0)
  }
}

/** Puts down what a picture is made of, as far as it is known before a frame begins. Called each frame: makes nothing. */
function noteView(into: unknown[], gl: WebGL2RenderingContext, map: MapInstance, sends: number, look: StrikeLook) {
  const { lng, lat } = map.getCenter()
  into[0] = lng
  into[1] = lat
  into[2] = map.getZoom()
  into[3] = map.getBearing()
  into[4] = map.getPitch()
  into[5] = map.getPixelRatio()
  into[6] = gl.drawingBufferWidth
  into[7] = gl.drawingBufferHeight
  into[8] = sends
  into[9] = look.windowMs
  into[10] = look.past
  into[11] = look.chosen.records
  into[12] = look.chosen.firm
}

/** Puts down where MapLibre has its places in a frame: the view again, and what else moves them. */
function notePlace(into: unknown[], { shaderData, defaultProjectionData }: RenderInput) {
  const { mainMatrix, clippingPlane, projectionTransition } = defaultProjectionData
  into[0] = shaderData.variantName
  into[1] = projectionTransition
  for (let i = 0; i < 16; i++) into[2 + i] = mainMatrix[i]
  for (let i = 0; i < 4; i++) into[18 + i] = clippingPlane[i]
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  if (before.length !== now.length) return false
  for (let i = 0; i < now.length; i++) if (before[i] !== now[i]) return false
  return true
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
