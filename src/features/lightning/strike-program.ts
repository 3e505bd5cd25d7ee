import { Uniforms } from './uniforms.ts'

/** A linked program with its uniforms. */
export interface StrikeProgram {
  readonly uniforms: Uniforms
  /** Whether one of `values` is another than when this was asked last of `what`: where none is, what follows from them stays. */
  isNews(what: string, ...values: unknown[]): boolean
  bind(): void
  close(): void
}

/** Builds a program; null where the context is lost. */
export function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): StrikeProgram | null {
  const program = gl.createProgram()
  const shaders = [shaderOf(gl, gl.VERTEX_SHADER, vertex), shaderOf(gl, gl.FRAGMENT_SHADER, fragment)]
  for (const shader of shaders) if (shader) gl.attachShader(program, shader)
  gl.linkProgram(program)
  const linked: boolean = gl.getProgramParameter(program, gl.LINK_STATUS)
  if (!linked) {
    if (gl.isContextLost()) return null
    const logs = shaders.map((shader) => shader && gl.getShaderInfoLog(shader))
    throw new Error(
      `The strike shaders do not link: ${[gl.getProgramInfoLog(program), ...logs].filter(Boolean).join('; ')}`,
    )
  }
  for (const shader of shaders) gl.deleteShader(shader)
  const known = new Map<string, unknown[]>()
  return {
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

function shaderOf(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader | null {
  const shader = gl.createShader(type)
  if (!shader) return null
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}
