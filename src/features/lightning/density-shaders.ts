import { BANDS, vertexHead } from './strike-shaders.ts'

/** One pixel a strike, in the cell that it lies in. */
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

/** Cells in the colour of their newest strike, the fuller the more there are in them. */
export const COVER_FRAGMENT_SHADER = `#version 300 es
precision highp float;
uniform sampler2D u_cells;
uniform float u_cell;
uniform vec2 u_offset;
uniform float u_window;
uniform float u_strength;
uniform float u_stale;
uniform vec4 u_bands[${BANDS}];
uniform float u_band_ends[${BANDS}];
out vec4 fragColor;

void main() {
  vec2 at = (gl_FragCoord.xy + u_offset) / u_cell;
  vec4 cell = texelFetch(u_cells, ivec2(at), 0);
  if (cell.a <= 0.0) discard;
  float count = cell.r * 255.0;
  float age = (1.0 - (cell.a * 255.0 - 1.0) / 254.0) * u_window;
  vec3 colour = u_bands[${BANDS - 1}].rgb;
  for (int i = ${BANDS - 2}; i >= 1; i--) if (age < u_band_ends[i]) colour = u_bands[i].rgb;
  vec2 edge = min(fract(at), 1.0 - fract(at)) * u_cell;
  float gap = clamp(min(edge.x, edge.y) + 0.4, 0.0, 1.0);
  float alpha = (0.3 + 0.65 * clamp(log2(count + 1.0) / 6.0, 0.0, 1.0)) * u_strength * gap * (1.0 - 0.5 * u_stale);
  float grey = dot(colour, vec3(0.3, 0.59, 0.11));
  fragColor = vec4(mix(colour, vec3(grey), 0.85 * u_stale) * alpha, alpha);
}`
