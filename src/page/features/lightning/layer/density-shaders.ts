import { CELL_LINE_OPACITY } from '../../../../core/strikes/age-ramp.ts'
import { BANDS, GREYED, glsl, rimShareOf, vertexHead } from './strike-shaders.ts'

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

/**
 * Cells in the colour of their newest strike, the fuller the more there are in them. Around cells that touch runs a line
 * that stands off any ground, however few they hold; it lies in the empty cells beside them, and leaves theirs whole.
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

vec4 cellAt(ivec2 place) {
  bool isOutside = any(lessThan(place, ivec2(0))) || any(greaterThanEqual(place, textureSize(u_cells, 0)));
  return isOutside ? vec4(0.0) : texelFetch(u_cells, place, 0);
}

vec4 bandOf(vec4 cell) {
  float age = (1.0 - (cell.a * 255.0 - 1.0) / 254.0) * u_window;
  vec4 band = u_bands[${BANDS - 1}];
  for (int i = ${BANDS - 2}; i >= 1; i--) if (age < u_band_ends[i]) band = u_bands[i];
  return band;
}

vec4 newer(vec4 a, vec4 b) {
  return a.a >= b.a ? a : b;
}

// The newest of the cells that lie within the line's width.
vec4 beside(ivec2 place, vec2 into) {
  ivec2 side = ivec2(step(u_cell - u_line, into)) - ivec2(step(into, vec2(u_line)));
  vec4 across = side.x == 0 ? vec4(0.0) : cellAt(place + ivec2(side.x, 0));
  vec4 along = side.y == 0 ? vec4(0.0) : cellAt(place + ivec2(0, side.y));
  vec4 corner = side.x == 0 || side.y == 0 ? vec4(0.0) : cellAt(place + side);
  return newer(newer(across, along), corner);
}

void main() {
  vec2 at = (gl_FragCoord.xy + u_offset) / u_cell;
  ivec2 place = ivec2(at);
  vec2 into = fract(at) * u_cell;
  vec4 cell = cellAt(place);
  vec3 colour;
  float alpha;
  if (cell.a > 0.0) {
    float count = cell.r * 255.0;
    vec2 edge = min(into, u_cell - into);
    float gap = clamp(min(edge.x, edge.y) + 0.4, 0.0, 1.0);
    colour = bandOf(cell).rgb;
    alpha = (0.3 + 0.65 * clamp(log2(count + 1.0) / 6.0, 0.0, 1.0)) * gap;
  } else {
    cell = beside(place, into);
    if (cell.a <= 0.0) {
      fragColor = vec4(0.0);
      return;
    }
    vec4 band = bandOf(cell);
    colour = mix(band.rgb, u_rim.rgb, u_rim.a * ${rimShareOf('band.a')});
    alpha = ${glsl(CELL_LINE_OPACITY)} * u_lines;
  }
  fragColor = vec4(greyed(colour, u_stale) * alpha, alpha);
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
