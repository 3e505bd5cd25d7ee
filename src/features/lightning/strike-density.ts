import {
  CELL_FRAGMENT_SHADER,
  COVER_FRAGMENT_SHADER,
  COVER_VERTEX_SHADER,
  cellVertexShader,
} from './density-shaders.ts'
import type { StrikeBuffer } from './strike-buffer.ts'
import { createProgram, type StrikeProgram } from './strike-program.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setBands, setPlace, setTime } from './strike-uniforms.ts'

/** Side of a cell at a whole zoom, CSS pixels; it grows with the map until the next one. */
const CELL_PX = 4
/** So finely a cell tells its age, of the window: until it would be another one, the picture stays where nothing else changes. */
const AGES = 254

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
  #offset: [number, number] = [0, 0]
  /** What the last picture was made of. */
  readonly #madeOf: unknown[] = []
  #madeMs = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#vao = gl.createVertexArray()
  }

  /** Whether there is a picture to lay. */
  get isMade(): boolean {
    return this.#madeOf.length > 0
  }

  /** Adds up the cells, into its own picture; the one that is there is kept where it would be the same. */
  gather(map: MapInstance, input: RenderInput, strikes: StrikeBuffer, first: number, nowMs: number, look: StrikeLook) {
    const gl = this.#gl
    const program = this.#programFor(input)
    if (!program || !this.#isNew(map, input, strikes, nowMs, look)) return
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
    const zoom = map.getZoom()
    this.#cell = CELL_PX * map.getPixelRatio() * 2 ** (zoom - Math.floor(zoom))
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
    setTime(gl, program, nowMs, look)
    const draw = setPlace(gl, program, map, input)
    // From the clip space of the screen to that of the picture, whose cells begin a little before it and end after it.
    const scale = [width / (this.#cell * columns), height / (this.#cell * rows)] as const
    const [x, y] = this.#offset
    gl.uniform2f(program.at('u_scale'), ...scale)
    gl.uniform2f(
      program.at('u_shift'),
      scale[0] - 1 + (2 * x) / (this.#cell * columns),
      scale[1] - 1 + (2 * y) / (this.#cell * rows),
    )
    draw(() => strikes.draw(first))
    gl.blendEquation(gl.FUNC_ADD)
  }

  /** Lays the cells over the map. */
  lay(look: StrikeLook, strength: number, isStale: boolean): void {
    const gl = this.#gl
    this.#cover ??= createProgram(gl, COVER_VERTEX_SHADER, COVER_FRAGMENT_SHADER)
    const program = this.#cover
    if (!program || !this.#texture) return
    const { at } = program
    program.bind()
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.uniform1i(at('u_cells'), 0)
    gl.uniform1f(at('u_cell'), this.#cell)
    gl.uniform2f(at('u_offset'), ...this.#offset)
    gl.uniform1f(at('u_window'), look.windowMs / 1_000)
    gl.uniform1f(at('u_strength'), strength)
    gl.uniform1f(at('u_stale'), isStale ? 1 : 0)
    setBands(gl, program, look)
    gl.bindVertexArray(this.#vao)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.bindVertexArray(null)
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

  /** Whether the picture would differ from the last one: by the view, the strikes, which of them are meant, or their age. */
  #isNew(map: MapInstance, input: RenderInput, strikes: StrikeBuffer, nowMs: number, look: StrikeLook): boolean {
    const { mainMatrix, clippingPlane, projectionTransition } = input.defaultProjectionData
    const { drawingBufferWidth, drawingBufferHeight } = this.#gl
    const { lng, lat } = map.getCenter()
    const { windowMs, past, chosen } = look
    const made = this.#madeOf
    const agedMs = nowMs - this.#madeMs
    let at = 0
    let isNew = past ? agedMs !== 0 : agedMs < 0 || agedMs >= windowMs / AGES
    const note = (value: unknown) => {
      if (made[at] !== value) isNew = true
      made[at++] = value
    }
    for (let i = 0; i < 16; i++) note(mainMatrix[i])
    for (let i = 0; i < 4; i++) note(clippingPlane[i])
    for (const value of [projectionTransition, input.shaderData.variantName, lng, lat, map.getPixelRatio()]) note(value)
    for (const value of [drawingBufferWidth, drawingBufferHeight, strikes.sends, past]) note(value)
    for (const value of [windowMs, chosen.records, chosen.firm]) note(value)
    if (isNew) this.#madeMs = nowMs
    return isNew
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

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
