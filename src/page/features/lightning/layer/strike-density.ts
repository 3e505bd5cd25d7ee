import { modulo } from '../../../../core/util/modulo.ts'
import {
  CELL_FRAGMENT_SHADER,
  COPY_FRAGMENT_SHADER,
  COVER_FRAGMENT_SHADER,
  COVER_VERTEX_SHADER,
  cellVertexShader,
} from './density-shaders.ts'
import { markStrength } from './density-share.ts'
import { RIM } from './mark-uniforms.ts'
import { ProjectedPrograms } from './projected-programs.ts'
import type { StrikeBuffer } from './strike-buffer.ts'
import { setPlace } from './strike-place.ts'
import { createProgram, type StrikeProgram } from './strike-program.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setBands, setTime } from './strike-uniforms.ts'

/** Side of a cell at a whole zoom, CSS pixels; it grows with the map until the next one. */
const CELL_PX = 4
/** Resolution of a cell's age within the window: the picture is unchanged until an age changes. */
const AGES = 254
/** Width of the line at the edge of a dot, CSS pixels. */
const LINE_PX = 1
/** Steps in which the outlines appear as marks turn into dots. */
const LINE_STEPS = 16
/** On the dark map strikes contrast by their own colour. */
const NO_RIM = [0, 0, 0, 0]

export interface DensityWanted {
  /** Sequence number of the first record that may be of the window. */
  first: number
  nowMs: number
  look: StrikeLook
  isStale: boolean
  /** Share of the density picture. */
  share: number
}

/**
 * Strikes as cells: how many, and how old the newest is. The GPU adds them up in a small picture, a pixel a cell, and draws
 * a dot for each from it in one as large as the view; a frame then only copies that one over the map.
 */
export class StrikeDensity {
  readonly #gl: WebGL2RenderingContext
  readonly #programs: ProjectedPrograms
  readonly #cover: StrikeProgram
  readonly #copy: StrikeProgram
  readonly #cells: AsidePicture
  readonly #picture: AsidePicture
  readonly #vao: WebGLVertexArrayObject | null
  /** Inputs of the last picture: those known before a frame, and those that MapLibre gives within it. */
  readonly #madeOf: unknown[] = []
  readonly #madeAt: unknown[] = []
  /** The same for the current frame. */
  readonly #view: unknown[] = []
  readonly #place: unknown[] = []
  #madeMs = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#programs = new ProjectedPrograms(gl, cellVertexShader, CELL_FRAGMENT_SHADER)
    this.#cover = createProgram(gl, COVER_VERTEX_SHADER, COVER_FRAGMENT_SHADER)
    this.#copy = createProgram(gl, COVER_VERTEX_SHADER, COPY_FRAGMENT_SHADER)
    this.#cells = new AsidePicture(gl)
    this.#picture = new AsidePicture(gl)
    this.#vao = gl.createVertexArray()
  }

  get isMade(): boolean {
    return this.#madeOf.length > 0
  }

  /** Whether a new picture would differ from the last one: by view, strikes, filter, age or style. */
  differs(map: MapInstance, strikes: StrikeBuffer, wanted: Omit<DensityWanted, 'first'>): boolean {
    if (strikes.isBehind) return true
    const { nowMs, look } = wanted
    const agedMs = nowMs - this.#madeMs
    if (look.past ? agedMs !== 0 : agedMs < 0 || agedMs >= look.windowMs / AGES) return true
    noteView(this.#view, this.#gl, map, strikes.sends, wanted)
    return !isSame(this.#madeOf, this.#view)
  }

  /** Accumulates the cells and draws their dots into a texture. */
  gather(map: MapInstance, input: RenderInput, strikes: StrikeBuffer, wanted: DensityWanted): void {
    const gl = this.#gl
    const program = this.#programs.of(input)
    const cover = this.#cover
    if (!program || !cover.isReady || !this.#copy.isReady) return
    const { first, nowMs, look } = wanted
    noteView(this.#madeOf, gl, map, strikes.sends, wanted)
    notePlace(this.#madeAt, input)
    this.#madeMs = nowMs
    const { drawingBufferWidth: width, drawingBufferHeight: height } = gl
    const zoom = map.getZoom()
    const cell = CELL_PX * map.getPixelRatio() * 2 ** (zoom - Math.floor(zoom))
    const [x, y] = anchorOf(map, height, cell)
    const columns = Math.ceil(width / cell) + 1
    const rows = Math.ceil(height / cell) + 1

    this.#cells.drawInto(columns, rows)
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
    // Transforms clip space of the screen to that of the picture, whose cells extend beyond the screen.
    const scaleX = width / (cell * columns)
    const scaleY = height / (cell * rows)
    program.uniforms.float2('u_scale', scaleX, scaleY)
    program.uniforms.float2('u_shift', scaleX - 1 + (2 * x) / (cell * columns), scaleY - 1 + (2 * y) / (cell * rows))
    draw(() => strikes.draw(first))
    gl.blendEquation(gl.FUNC_ADD)

    this.#picture.drawInto(width, height)
    gl.disable(gl.BLEND)
    this.#cells.read()
    cover.bind()
    setCover(cover, { cell, line: Math.round(LINE_PX * map.getPixelRatio()), offset: [x, y] }, wanted)
    this.#drawOver()
  }

  /** Lays the dots over the map; false where they were drawn for another view than this one. */
  lay(input: RenderInput, strength: number): boolean {
    const gl = this.#gl
    if (this.#picture.isOf(gl.drawingBufferWidth, gl.drawingBufferHeight)) {
      this.#copy.bind()
      this.#picture.read()
      this.#copy.uniforms.int('u_picture', 0)
      this.#copy.uniforms.float('u_strength', strength)
      this.#drawOver()
    }
    notePlace(this.#place, input)
    const isMeant = isSame(this.#madeAt, this.#place)
    if (!isMeant) this.#madeOf.length = 0
    return isMeant
  }

  close(): void {
    this.#programs.close()
    this.#cover.close()
    this.#copy.close()
    this.#cells.close()
    this.#picture.close()
    this.#gl.deleteVertexArray(this.#vao)
  }

  #drawOver(): void {
    this.#gl.bindVertexArray(this.#vao)
    this.#gl.drawArrays(this.#gl.TRIANGLES, 0, 3)
  }
}

/** In pixels of the screen. */
interface CoverPlace {
  /** The side of a cell, and the line at the edge of its dot. */
  cell: number
  line: number
  /** Where the first cell begins. */
  offset: readonly [x: number, y: number]
}

function setCover(
  program: StrikeProgram,
  { cell, line, offset }: CoverPlace,
  { look, isStale, share }: DensityWanted,
): void {
  const { uniforms } = program
  uniforms.int('u_cells', 0)
  uniforms.float('u_cell', cell)
  uniforms.float('u_line', line)
  uniforms.float('u_lines', 1 - markStrength(share))
  uniforms.float2('u_offset', ...offset)
  uniforms.float('u_window', look.windowMs / 1_000)
  uniforms.float('u_stale', isStale ? 1 : 0)
  uniforms.vec4('u_rim', look.light ? RIM.light : NO_RIM)
  setBands(program, look)
}

/** Cells stay where they are on Earth while the map moves: they are counted from a corner of the world. */
function anchorOf(map: MapInstance, height: number, cell: number): [x: number, y: number] {
  const corner = map.project([-180, 85])
  const ratio = map.getPixelRatio()
  return [modulo(-corner.x * ratio, cell), modulo(corner.y * ratio - height, cell)]
}

/** Records the inputs known before a frame. Called each frame: allocates nothing. */
function noteView(
  into: unknown[],
  gl: WebGL2RenderingContext,
  map: MapInstance,
  sends: number,
  { look, isStale, share }: Pick<DensityWanted, 'look' | 'isStale' | 'share'>,
) {
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
  into[13] = look.light
  into[14] = look.palette
  into[15] = isStale
  into[16] = Math.round(markStrength(share) * LINE_STEPS)
}

/** Records MapLibre's transformation within a frame: the view, and other causes of motion. */
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

/** A picture that is drawn aside, to be read when another is drawn. */
class AsidePicture {
  readonly #gl: WebGL2RenderingContext
  #texture: WebGLTexture | null = null
  #frame: WebGLFramebuffer | null = null
  #width = 0
  #height = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
  }

  /** Directs drawing into a texture of this size in pixels; its content is lost when the size changes. */
  drawInto(width: number, height: number): void {
    const gl = this.#gl
    if (width !== this.#width || height !== this.#height) this.#size(width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.viewport(0, 0, width, height)
  }

  read(): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
  }

  isOf(width: number, height: number): boolean {
    return this.#width === width && this.#height === height
  }

  close(): void {
    this.#gl.deleteTexture(this.#texture)
    this.#gl.deleteFramebuffer(this.#frame)
  }

  #size(width: number, height: number): void {
    const gl = this.#gl
    this.#width = width
    this.#height = height
    this.#texture ??= gl.createTexture()
    this.read()
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    this.#frame ??= gl.createFramebuffer()
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0)
  }
}
