import { ProjectedPrograms } from './projected-programs.ts'
import type { StrikeBuffer } from './strike-buffer.ts'
import { setPlace } from './strike-place.ts'
import { vertexHead } from './strike-shaders.ts'
import { type MapInstance, type RenderInput, type StrikeLook, setTime } from './strike-uniforms.ts'
import { SOUND_MPS, THUNDER_REACH_M } from './thunder.ts'

const CIRCLE_POINTS = 96

const EQUATOR_M = 40_075_017

const THUNDER_FRAGMENT_SHADER = `#version 300 es
precision highp float;
flat in float v_strength;
uniform vec3 u_colour;
uniform float u_strength;
out vec4 fragColor;

void main() {
  float alpha = (0.1 + 0.6 * v_strength) * u_strength;
  fragColor = vec4(u_colour * alpha, alpha);
}`

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

/** A circle around each recent strike, at the present distance of its sound. */
function thunderVertexShader(prelude: string, define: string): string {
  return `${vertexHead(prelude, define)}
flat out float v_strength;

void main() {
  float elapsed = elapsedOf(a_strike.z);
  float metres = elapsed * ${SOUND_MPS}.0;
  if (isOut(elapsed) || elapsed < 0.0 || metres > ${THUNDER_REACH_M}.0) {
    hide();
    return;
  }
  float mercator_y = float(a_strike.y) / 4294967296.0;
  float reach = metres / ${EQUATOR_M}.0 * cosh(3.14159265 * (1.0 - 2.0 * mercator_y)); // the map is larger towards the poles
  float angle = 6.2831853 * float(gl_VertexID) / ${CIRCLE_POINTS}.0;
  gl_Position = placeAt(reach * vec2(cos(angle), sin(angle)));
  v_strength = 1.0 - metres / ${THUNDER_REACH_M}.0;
}`
}
