import { rgbOf, STRIKE_RIM } from '../../../../core/strikes/age-ramp.ts'
import type { StrikeProgram } from './strike-program.ts'
import { type StrikeLook, setBands } from './strike-uniforms.ts'

/** Radius of a mark of scale 1 at whole zooms from 0, CSS pixels. */
const RADII = [1.5, 1.7, 2, 2.4, 2.8, 3.2, 3.7, 4.3, 5, 5.6, 6.2, 6.8, 7.4, 8]
/** Reach of a flash's ring, CSS pixels: seen from afar a storm is small, and its rings must not hide it. */
const RING_PX = 6
const RING_PER_RADIUS = 3.6
const FLASH = { dark: [1, 0.97, 0.86], light: [0.76, 0.3, 0.02] } as const
/** Red, green, blue and opacity of what a mark is edged with. */
export const RIM = { dark: rimOf('dark'), light: rimOf('light') }

interface MarkView {
  zoom: number
  /** Pixels of the screen to one of CSS. */
  ratio: number
  /** How much of the picture is density. */
  share: number
  isStale: boolean
}

/** How marks are to look: their size, rim, flash and colours. */
export function setMarks(program: StrikeProgram, look: StrikeLook, { zoom, ratio, share, isStale }: MarkView): void {
  if (!program.isNews('marks', look, zoom, ratio, share, isStale)) return
  const { uniforms } = program
  const theme = look.light ? 'light' : 'dark'
  const radius = radiusAt(zoom)
  uniforms.int('u_hollow', look.hollow ? 1 : 0)
  uniforms.float('u_fade', 1 - share)
  uniforms.float('u_radius', radius * ratio)
  uniforms.float('u_ring', look.calm ? 0 : (RING_PX + RING_PER_RADIUS * radius) * ratio)
  uniforms.float('u_ratio', ratio)
  uniforms.float('u_stale', isStale ? 1 : 0)
  uniforms.vec4('u_rim', RIM[theme])
  uniforms.vec3('u_flash_colour', FLASH[theme])
  setBands(program, look)
}

function rimOf(theme: 'dark' | 'light'): readonly number[] {
  const { colour, opacity } = STRIKE_RIM[theme]
  return [...rgbOf(colour), opacity]
}

function radiusAt(zoom: number): number {
  const z = Math.max(0, Math.min(RADII.length - 1, zoom))
  const below = Math.floor(z)
  const from = RADII[below]!
  return from + ((RADII[below + 1] ?? from) - from) * (z - below)
}
