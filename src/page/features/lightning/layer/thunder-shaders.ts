import { vertexHead } from './strike-shaders.ts'
import { SOUND_MPS, THUNDER_REACH_M } from './thunder.ts'

/** Points of a circle. */
export const CIRCLE_POINTS = 96
const EQUATOR_M = 40_075_017

/** A circle around each recent strike, at the present distance of its sound. */
export function thunderVertexShader(prelude: string, define: string): string {
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

export const THUNDER_FRAGMENT_SHADER = `#version 300 es
precision highp float;
flat in float v_strength;
uniform vec3 u_colour;
uniform float u_strength;
out vec4 fragColor;

void main() {
  float alpha = (0.1 + 0.6 * v_strength) * u_strength;
  fragColor = vec4(u_colour * alpha, alpha);
}`
