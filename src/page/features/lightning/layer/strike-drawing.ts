import type { LatLon } from '../../../../core/geo/geo.ts'
import { fixedX, fixedY } from '../../../../core/geo/mercator-fixed.ts'
import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import { ProjectedPrograms } from './projected-programs.ts'
import { pointAtStrikes, StrikeBuffer } from './strike-buffer.ts'
import type { StrikeDensity } from './strike-density.ts'
import { MARK_FRAGMENT_SHADER, markVertexShader } from './strike-shaders.ts'
import type { StrikeThunder } from './strike-thunder.ts'

/** The resources for drawing strikes in one WebGL context. */
export class StrikeDrawing {
  readonly strikes: StrikeBuffer
  readonly programs: ProjectedPrograms
  readonly density: LoadedPart<StrikeDensity>
  readonly thunder: LoadedPart<StrikeThunder>
  readonly selection: SelectedStrike

  /** `onLoaded` is called when more can be drawn than before. */
  constructor(gl: WebGL2RenderingContext, columns: StrikeColumns, onLoaded: () => void) {
    this.strikes = new StrikeBuffer(gl, columns)
    this.programs = new ProjectedPrograms(gl, markVertexShader, MARK_FRAGMENT_SHADER)
    this.selection = new SelectedStrike(gl)
    this.density = new LoadedPart(async () => {
      const { StrikeDensity } = await import('./strike-density.ts')
      return () => new StrikeDensity(gl)
    }, onLoaded)
    this.thunder = new LoadedPart(async () => {
      const { StrikeThunder } = await import('./strike-thunder.ts')
      return () => new StrikeThunder(gl)
    }, onLoaded)
  }

  lose(): void {
    this.density.lose()
    this.thunder.lose()
  }

  close(): void {
    for (const part of [this.strikes, this.programs, this.density, this.thunder, this.selection]) part.close()
  }
}

/** A component that most pages never draw: loaded on first use. */
class LoadedPart<T extends { close(): void }> {
  readonly #load: () => Promise<() => T>
  readonly #onLoaded: () => void
  #made: T | null = null
  #isAsked = false

  constructor(load: () => Promise<() => T>, onLoaded: () => void) {
    this.#load = load
    this.#onLoaded = onLoaded
  }

  /** Null while it is not there. */
  get made(): T | null {
    return this.#made
  }

  /** The loaded value; null starts loading. */
  ask(): T | null {
    if (!this.#isAsked) void this.#begin()
    return this.#made
  }

  lose(): void {
    this.#made = null
    this.#isAsked = false
  }

  close(): void {
    this.#made?.close()
    this.lose()
  }

  async #begin(): Promise<void> {
    this.#isAsked = true
    const make = await this.#load()
    if (!this.#isAsked) return // lost or closed in the meantime
    this.#made = make()
    this.#onLoaded()
  }
}

/** The selected strike, drawn separately. */
class SelectedStrike {
  readonly #gl: WebGL2RenderingContext
  readonly #record = new Uint32Array(3)
  #made: { buffer: WebGLBuffer | null; vao: WebGLVertexArrayObject | null } | null = null

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
  }

  /** Has the next points drawn be this one. */
  bind({ lat, lon }: LatLon): void {
    const gl = this.#gl
    this.#made ??= this.#make()
    this.#record[0] = fixedX(lon)
    this.#record[1] = fixedY(lat)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#made.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, this.#record, gl.DYNAMIC_DRAW)
    gl.bindVertexArray(this.#made.vao)
  }

  close(): void {
    this.#gl.deleteVertexArray(this.#made?.vao ?? null)
    this.#gl.deleteBuffer(this.#made?.buffer ?? null)
    this.#made = null
  }

  #make() {
    const gl = this.#gl
    const made = { buffer: gl.createBuffer(), vao: gl.createVertexArray() }
    gl.bindVertexArray(made.vao)
    gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer)
    pointAtStrikes(gl)
    gl.bindVertexArray(null)
    return made
  }
}
