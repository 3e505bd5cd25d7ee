import { ProjectedPrograms } from './projected-programs.ts'
import type { StrikeBuffer } from './strike-buffer.ts'
import { setPlace } from './strike-place.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setTime } from './strike-uniforms.ts'
import { CIRCLE_POINTS, THUNDER_FRAGMENT_SHADER, thunderVertexShader } from './thunder-shaders.ts'

const COLOURS = { dark: [0.78, 0.86, 1], light: [0.13, 0.2, 0.38] } as const

/** The circles that the sound of fresh strikes has reached, beginning at their true radius. */
export class StrikeThunder {
  readonly #gl: WebGL2RenderingContext
  readonly #programs: ProjectedPrograms

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#programs = new ProjectedPrograms(gl, thunderVertexShader, THUNDER_FRAGMENT_SHADER)
  }

  draw(
    map: MapInstance,
    input: RenderInput,
    strikes: StrikeBuffer,
    sequences: Iterable<number>,
    nowMs: number,
    look: StrikeLook,
    strength: number,
  ): void {
    const gl = this.#gl
    const program = this.#programs.of(input)
    if (!program) return
    program.bind()
    setTime(program, nowMs, look)
    program.uniforms.vec3('u_colour', COLOURS[look.light ? 'light' : 'dark'])
    program.uniforms.float('u_strength', strength)
    const inCopies = setPlace(program, map, input)
    inCopies(() => strikes.drawEach(sequences, gl.LINE_LOOP, CIRCLE_POINTS))
  }

  close(): void {
    this.#programs.close()
  }
}
