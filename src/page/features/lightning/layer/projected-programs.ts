import { createProgram, type StrikeProgram } from './strike-program.ts'
import type { RenderInput } from './strike-uniforms.ts'

/** One drawing's programs: each projection of the map brings shader code of its own. */
export class ProjectedPrograms {
  readonly #gl: WebGL2RenderingContext
  readonly #vertexShader: (prelude: string, define: string) => string
  readonly #fragmentShader: string
  readonly #ready: (() => void) | undefined
  readonly #made = new Map<string, StrikeProgram>()

  /** `vertexShader` puts MapLibre's code into ours. Without `ready`, which is told of each, the page waits for them. */
  constructor(
    gl: WebGL2RenderingContext,
    vertexShader: (prelude: string, define: string) => string,
    fragmentShader: string,
    ready?: () => void,
  ) {
    this.#gl = gl
    this.#vertexShader = vertexShader
    this.#fragmentShader = fragmentShader
    this.#ready = ready
  }

  /** The program of a frame's projection; null until it is ready. */
  of({ shaderData: { variantName, vertexShaderPrelude, define } }: RenderInput): StrikeProgram | null {
    let program = this.#made.get(variantName)
    if (!program) {
      const vertex = this.#vertexShader(vertexShaderPrelude, define)
      program = createProgram(this.#gl, vertex, this.#fragmentShader, this.#ready)
      this.#made.set(variantName, program)
    }
    return program.isReady ? program : null
  }

  close(): void {
    for (const program of this.#made.values()) program.close()
  }
}
