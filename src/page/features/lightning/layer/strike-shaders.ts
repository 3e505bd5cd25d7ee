import { GREY_WEIGHTS, OPACITY_LAST, RIM_SHARE, STALE_GREY, STALE_OPACITY } from '../../../../core/strikes/age-ramp.ts'
import {
  SHOWN_NEVER,
  SHOWN_SHIFT,
  TIME_MASK,
  TIME_SHIFT,
  UNITS_PER_SECOND,
} from '../../../../core/strikes/packed-strike-time.ts'
import { Y_WEAK } from './strike-buffer.ts'

/** A number as the shaders' language writes it. */
export const glsl = (value: number) => value.toFixed(2)

/** The share of the rim for a mark of this size, in GLSL. */
export function rimShareOf(scale: string): string {
  const { slope, base, min, max } = RIM_SHARE
  return `clamp(${glsl(slope)} * ${scale} + ${glsl(base)}, ${glsl(min)}, ${glsl(max)})`
}

/** Desaturates strikes that are no longer live, by a factor of 0 to 1. */
export const GREYED = `vec3 greyed(vec3 colour, float stale) {
  return mix(colour, vec3(dot(colour, vec3(${GREY_WEIGHTS.map(glsl).join(', ')}))), ${glsl(STALE_GREY)} * stale);
}`

export const FLASH_S = 1.1
/** Number of age colours. */
export const BANDS = 5
/** Marks this young stay marks where the others have become density. */
export const YOUNG_S = 60

/** Common start of the vertex shaders of strikes: age, visibility and position. */
export function vertexHead(prelude: string, define: string): string {
  return `#version 300 es
precision highp float;
precision highp int;
${prelude}
${define}
layout(location = 0) in uvec3 a_strike;
uniform uvec2 u_origin;
uniform mat4 u_relative;
uniform float u_copy;
uniform uvec2 u_now;
uniform float u_window;
uniform bool u_past;
uniform uint u_out_x;
uniform uint u_out_y;

float elapsedOf(uint word) {
  return float(int(((u_now.x - (word >> ${TIME_SHIFT}u)) & ${TIME_MASK}u) << ${TIME_SHIFT}u) >> ${TIME_SHIFT})
    / ${UNITS_PER_SECOND}.0 + float(u_now.y) / 1e6;
}

bool isOut(float elapsed) {
  return elapsed > u_window || (u_past && elapsed < 0.0) || (a_strike.x & u_out_x) != 0u || (a_strike.y & u_out_y) != 0u;
}

// Distance from the strike, in widths of the world.
vec4 placeAt(vec2 off) {
#ifdef GLOBE
  return projectTile(vec2(a_strike.xy) / 4294967296.0 + off);
#else
  // Differences of integers are exact where a float32 is off by metres; that of x wraps around the world by itself.
  float dx = float(int(a_strike.x - u_origin.x));
  float dy = a_strike.y >= u_origin.y ? float(a_strike.y - u_origin.y) : -float(u_origin.y - a_strike.y);
  return u_relative * vec4(dx / 4294967296.0 + u_copy + off.x, dy / 4294967296.0 + off.y, 0.0, 1.0);
#endif
}

vec4 placeOf() {
  return placeAt(vec2(0.0));
}

void hide() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = 1.0;
}
`
}

/**
 * One point per strike. Position, age, colour, size and flash are computed from three integers and the clock; expired
 * strikes are moved outside of the clip space.
 */
export function markVertexShader(prelude: string, define: string): string {
  return `${vertexHead(prelude, define)}
uniform bool u_hollow;
uniform float u_fade;
uniform float u_stale;
uniform float u_radius;
uniform float u_ring;
uniform float u_ratio;
uniform bool u_selection;
uniform float u_polarity;
uniform vec4 u_bands[${BANDS}];
uniform float u_band_ends[${BANDS}];
flat out vec3 v_colour;
flat out float v_opacity;
flat out float v_radius;
flat out float v_half;
flat out float v_rim;
flat out float v_rim_width;
flat out float v_flash;
flat out float v_hollow;
flat out int v_shape;

void main() {
  uint word = a_strike.z;
  float elapsed = elapsedOf(word);
  float age = max(0.0, elapsed); // a clock that disagrees makes a strike new, never unborn
  float fade = age < ${YOUNG_S}.0 ? 1.0 : u_fade;
  if (!u_selection && (isOut(elapsed) || fade <= 0.0)) {
    hide();
    return;
  }
  gl_Position = placeOf();

  v_flash = -1.0;
  v_hollow = u_hollow && (a_strike.y & ${Y_WEAK}u) != 0u ? 1.0 : 0.0;
  if (u_selection) {
    v_shape = 2;
    v_colour = vec3(1.0);
    v_opacity = 1.0;
    v_radius = 13.0 * u_ratio;
    v_half = v_radius + 4.0 * u_ratio;
    gl_PointSize = 2.0 * v_half;
    return;
  }

  vec4 band = u_bands[${BANDS - 1}];
  for (int i = ${BANDS - 2}; i >= 0; i--) if (age < u_band_ends[i]) band = u_bands[i];
  v_colour = band.rgb;
  v_opacity = mix(mix(1.0, ${glsl(OPACITY_LAST)}, age / u_window), ${glsl(STALE_OPACITY)}, u_stale) * fade;
  v_radius = u_radius * band.a;
  v_rim = ${rimShareOf('band.a')};
  v_shape = age < u_polarity ? int(word << 30u) >> 30 : 0;

  uint shown = (word >> ${SHOWN_SHIFT}u) & ${SHOWN_NEVER}u;
  float since = elapsed - float(shown) / ${UNITS_PER_SECOND}.0;
  float glow = 0.0;
  if (shown != ${SHOWN_NEVER}u && since < ${glsl(FLASH_S)}) {
    v_colour = u_bands[0].rgb;
    v_rim = 1.0;
    if (since >= 0.0) {
      v_flash = since / ${glsl(FLASH_S)};
      v_radius *= 1.0 + 0.5 * (1.0 - v_flash) * (1.0 - v_flash);
      glow = max(u_ring, 2.6 * v_radius);
    }
  }
  v_rim_width = clamp(0.3 * v_radius, 0.7 * u_ratio, 1.5 * u_ratio);
  v_half = max(v_radius + v_rim_width, glow) + 1.0; // no wider than need be: a million marks are a matter of pixels
  gl_PointSize = 2.0 * v_half;
}`
}

/**
 * A dot; with polarity, a cross for positive and a bar for negative. Each has an outline that contrasts with any base
 * map.
 */
export const MARK_FRAGMENT_SHADER = `#version 300 es
precision highp float;
flat in vec3 v_colour;
flat in float v_opacity;
flat in float v_radius;
flat in float v_half;
flat in float v_rim;
flat in float v_rim_width;
flat in float v_flash;
flat in float v_hollow;
flat in int v_shape;
uniform float u_ring;
uniform float u_ratio;
uniform float u_stale;
uniform vec4 u_rim;
uniform vec3 u_flash_colour;
out vec4 fragColor;

${GREYED}

float box(vec2 p, vec2 half_size) {
  vec2 d = abs(p) - half_size;
  return length(max(d, 0.0)) + min(max(d.x, d.y), 0.0);
}

vec4 over(vec4 top, vec4 below) {
  return top + below * (1.0 - top.a);
}

void main() {
  vec2 p = (gl_PointCoord - 0.5) * 2.0 * v_half;
  float r = length(p);

  if (v_shape == 2) {
    float line = abs(r - v_radius);
    float dark = clamp(2.6 * u_ratio - line + 0.5, 0.0, 1.0) * 0.75;
    float bright = clamp(1.1 * u_ratio - line + 0.5, 0.0, 1.0);
    fragColor = over(vec4(bright), vec4(0.0, 0.0, 0.0, dark));
    return;
  }

  float thick = max((v_hollow > 0.5 ? 0.5 : 0.27) * v_radius, (v_hollow > 0.5 ? 1.8 : 0.8) * u_ratio);
  float d;
  if (v_shape == 0) d = r - 0.72 * v_radius;
  else {
    d = box(p, vec2(v_radius, thick));
    if (v_shape > 0) d = min(d, box(p, vec2(thick, v_radius)));
  }
  if (v_hollow > 0.5) d = abs(d + 0.55 * u_ratio) - 0.55 * u_ratio;
  float body = clamp(0.5 - d, 0.0, 1.0);
  float rim = clamp(0.5 - (d - v_rim_width), 0.0, 1.0) * u_rim.a * v_rim;
  vec4 mark = over(vec4(v_colour, 1.0) * body, vec4(u_rim.rgb, 1.0) * rim);
  mark *= v_opacity;

  if (v_flash >= 0.0) {
    float left = 1.0 - v_flash;
    float reach = r / (2.6 * v_radius);
    vec4 light = vec4(u_flash_colour, 0.35) * (exp(-4.0 * reach * reach) * left * left * 0.9);
    if (u_ring > 0.0) {
      float at = mix(v_radius, u_ring - 1.5 * u_ratio, 1.0 - left * left);
      float line = clamp(0.9 * u_ratio - abs(r - at) + 0.5, 0.0, 1.0);
      light = over(vec4(u_flash_colour, 1.0) * (line * left * 0.85), light);
    }
    mark = over(mark, light);
  }

  if (mark.a < 0.004) discard;
  fragColor = vec4(greyed(mark.rgb, u_stale), mark.a);
}`
