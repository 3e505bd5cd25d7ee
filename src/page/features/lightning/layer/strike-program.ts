import { Uniforms } from './uniforms.ts'

export interface StrikeProgram {
  /** False if the graphics context was lost during creation; no functions may be called then. */
  readonly isReady: boolean
  readonly uniforms: Uniforms
  /**
   * Whether one of `values` changed since the last call with this `what`: if not, values derived from them remain
   * valid.
   */
  isNews(what: string, ...values: unknown[]): boolean
  bind(): void
  close(): void
}

/**
 * Builds a program.  @throws Error with the GPU's message if linking fails; a lost context only leaves it not ready.
 */
export function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): StrikeProgram {
  const program = gl.createProgram()
  const shaders = [shaderOf(gl, gl.VERTEX_SHADER, vertex), shaderOf(gl, gl.FRAGMENT_SHADER, fragment)]
  for (const shader of shaders) if (shader) gl.attachShader(program, shader)
  gl.linkProgram(program)
  const isReady = isLinked(gl, program, shaders)
  for (const shader of shaders) gl.deleteShader(shader)
  const known = new Map<string, unknown[]>()
  return {
    isReady,
    uniforms: new Uniforms(gl, program),
    isNews(what, ...values) {
      if (known.get(what)?.every((each, i) => each === values[i])) return false
      known.set(what, values)
      return true
    },
    bind: () => gl.useProgram(program),
    close: () => gl.deleteProgram(program),
  }
}

function isLinked(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  shaders: readonly (WebGLShader | null)[],
): boolean {
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return true
  if (gl.isContextLost()) return false
  const logs = shaders.map((shader) => shader && gl.getShaderInfoLog(shader))
  throw new Error(
    `The strike shaders do not link: ${[gl.getProgramInfoLog(program), ...logs].filter(Boolean).join('; ')}`,
  )
}

function shaderOf(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader | null {
  const shader = gl.createShader(type)
  if (!shader) return null
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}
