import { createProgram, type StrikeProgram } from './strike-program.ts'
import type { RenderInput } from './strike-uniforms.ts'

/** The programs of one drawing: each map projection has its own shader code. */
export class ProjectedPrograms {
  readonly #gl: WebGL2RenderingContext
  readonly #vertexShader: (prelude: string, define: string) => string
  readonly #fragmentShader: string
  readonly #made = new Map<string, StrikeProgram>()

  /** `vertexShader` puts MapLibre's code into ours. */
  constructor(
    gl: WebGL2RenderingContext,
    vertexShader: (prelude: string, define: string) => string,
    fragmentShader: string,
  ) {
    this.#gl = gl
    this.#vertexShader = vertexShader
    this.#fragmentShader = fragmentShader
  }

  /** The program of a frame's projection; null if it cannot be created because the context is lost. */
  of({ shaderData: { variantName, vertexShaderPrelude, define } }: RenderInput): StrikeProgram | null {
    let program = this.#made.get(variantName)
    if (!program) {
      const vertex = this.#vertexShader(vertexShaderPrelude, define)
      program = createProgram(this.#gl, vertex, this.#fragmentShader)
      this.#made.set(variantName, program)
    }
    return program.isReady ? program : null
  }

  close(): void {
    for (const program of this.#made.values()) program.close()
  }
}
