import { DOT_LINE_OPACITY } from '../../../../core/strikes/age-ramp.ts'
import { BANDS, GREYED, glsl, rimShareOf, vertexHead } from './strike-shaders.ts'

/** One pixel per strike, in its cell. */
export function cellVertexShader(prelude: string, define: string): string {
  return `${vertexHead(prelude, define)}
uniform vec2 u_scale;
uniform vec2 u_shift;
flat out float v_left;

void main() {
  float elapsed = elapsedOf(a_strike.z);
  if (isOut(elapsed)) {
    hide();
    return;
  }
  vec4 place = placeOf();
  gl_Position = vec4(place.xy * u_scale + u_shift * place.w, place.zw);
  gl_PointSize = 1.0;
  v_left = 1.0 - clamp(elapsed / u_window, 0.0, 1.0);
}`
}

/** Counts add up in red; of how much of the window is left, the most stays in alpha. */
export const CELL_FRAGMENT_SHADER = `#version 300 es
precision highp float;
flat in float v_left;
out vec4 fragColor;

void main() {
  fragColor = vec4(1.0 / 255.0, 0.0, 0.0, (1.0 + 254.0 * v_left) / 255.0);
}`

/** A triangle over all of the view. */
export const COVER_VERTEX_SHADER = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`

/**
 * A dot per cell, in the colour of its newest strike, larger and more opaque with more strikes. An outline keeps it
 * visible on any base map.
 */
export const COVER_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D u_cells;
uniform float u_cell;
uniform float u_line;
uniform float u_lines;
uniform vec2 u_offset;
uniform float u_window;
uniform float u_stale;
uniform vec4 u_rim;
uniform vec4 u_bands[${BANDS}];
uniform float u_band_ends[${BANDS}];
out vec4 fragColor;

${GREYED}

vec4 bandOf(vec4 cell) {
  float age = (1.0 - (cell.a * 255.0 - 1.0) / 254.0) * u_window;
  vec4 band = u_bands[${BANDS - 1}];
  for (int i = ${BANDS - 2}; i >= 1; i--) if (age < u_band_ends[i]) band = u_bands[i];
  return band;
}

void main() {
  vec2 at = (gl_FragCoord.xy + u_offset) / u_cell;
  vec4 cell = texelFetch(u_cells, ivec2(at), 0);
  if (cell.a <= 0.0) {
    fragColor = vec4(0.0);
    return;
  }
  float fullness = clamp(log2(cell.r * 255.0 + 1.0) / 6.0, 0.0, 1.0);
  float radius = u_cell * (0.3 + 0.2 * fullness);
  float inside = radius - length(fract(at) - 0.5) * u_cell;
  vec4 band = bandOf(cell);
  vec3 edge = mix(band.rgb, u_rim.rgb, u_rim.a * ${rimShareOf('band.a')});
  float line = clamp(min(u_line, 0.4 * radius) + 0.5 - inside, 0.0, 1.0) * u_lines;
  float alpha = mix(0.45 + 0.5 * fullness, ${glsl(DOT_LINE_OPACITY)}, line) * clamp(inside + 0.5, 0.0, 1.0);
  fragColor = vec4(greyed(mix(band.rgb, edge, line), u_stale) * alpha, alpha);
}`

/** The cells as they were drawn, so strong. */
export const COPY_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D u_picture;
uniform float u_strength;
out vec4 fragColor;

void main() {
  fragColor = texelFetch(u_picture, ivec2(gl_FragCoord.xy), 0) * u_strength;
}`
