/** The last value of a uniform of one or two numbers; NaN differs from every value, so the first is always set. */
interface Held {
  readonly place: WebGLUniformLocation | null
  x: number
  y: number
  values: Float32Array | null
}

/**
 * The uniforms of one program, with cached values: each WebGL call costs more than a frame's own computing, and hardly
 * anything but the clock changes between frames. The program must be in use.
 */
export class Uniforms {
  readonly #gl: WebGL2RenderingContext
  readonly #program: WebGLProgram
  readonly #held = new Map<string, Held>()

  constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl
    this.#program = program
  }

  has(name: string): boolean {
    return this.#of(name).place !== null
  }

  int(name: string, x: number): void {
    const held = this.#of(name)
    if (this.#keeps(held, x, 0)) this.#gl.uniform1i(held.place, x)
  }

  uint(name: string, x: number): void {
    const held = this.#of(name)
    if (this.#keeps(held, x, 0)) this.#gl.uniform1ui(held.place, x)
  }

  uint2(name: string, x: number, y: number): void {
    const held = this.#of(name)
    if (this.#keeps(held, x, y)) this.#gl.uniform2ui(held.place, x, y)
  }

  float(name: string, x: number): void {
    const held = this.#of(name)
    if (this.#keeps(held, x, 0)) this.#gl.uniform1f(held.place, x)
  }

  float2(name: string, x: number, y: number): void {
    const held = this.#of(name)
    if (this.#keeps(held, x, y)) this.#gl.uniform2f(held.place, x, y)
  }

  floats(name: string, values: ArrayLike<number>): void {
    const held = this.#of(name)
    if (this.#keepsAll(held, values)) this.#gl.uniform1fv(held.place, held.values!)
  }

  vec3(name: string, values: ArrayLike<number>): void {
    const held = this.#of(name)
    if (this.#keepsAll(held, values)) this.#gl.uniform3fv(held.place, held.values!)
  }

  /** One or several. */
  vec4(name: string, values: ArrayLike<number>): void {
    const held = this.#of(name)
    if (this.#keepsAll(held, values)) this.#gl.uniform4fv(held.place, held.values!)
  }

  matrix(name: string, values: ArrayLike<number>): void {
    const held = this.#of(name)
    if (this.#keepsAll(held, values)) this.#gl.uniformMatrix4fv(held.place, false, held.values!)
  }

  #of(name: string): Held {
    let held = this.#held.get(name)
    if (!held) {
      const place = this.#gl.getUniformLocation(this.#program, name)
      held = { place, x: Number.NaN, y: Number.NaN, values: null }
      this.#held.set(name, held)
    }
    return held
  }

  /** Takes it; whether it is another than before. */
  #keeps(held: Held, x: number, y: number): boolean {
    if (held.x === x && held.y === y) return false
    held.x = x
    held.y = y
    return true
  }

  #keepsAll(held: Held, values: ArrayLike<number>): boolean {
    const { length } = values
    if (held.values?.length !== length) held.values = new Float32Array(length).fill(Number.NaN)
    let isNew = false
    for (let i = 0; i < length; i++) {
      const value = Math.fround(values[i]!)
      if (held.values[i] === value) continue
      held.values[i] = value
      isNew = true
    }
    return isNew
  }
}
