import { rgbOf, STRIKE_RIM } from '../../../../core/strikes/age-ramp.ts'
import type { PolarityShown } from '../../../../core/strikes/strike-display-options.ts'
import { markStrength } from './density-share.ts'
import type { StrikeProgram } from './strike-program.ts'
import { type StrikeLook, setBands } from './strike-uniforms.ts'

/**
 * Half the size of a cross of scale 1 at whole zooms from 0, CSS pixels; a dot is a little smaller. In wide views
 * strikes are less prominent than their storm; in close views a storm must not become a solid area.
 */
const RADII = [1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3.1, 3.8, 4.6, 5.4, 6.2]
/** Reach of a flash's ring, CSS pixels. It opens with these zooms: farther out it would hide the storm. */
const RING_PX = 6
const RING_PER_RADIUS = 4
const RING_FROM_ZOOM = 5.5
const RING_WHOLE_ZOOM = 7
/** By zoom, the maximum age of strikes whose shapes show the polarity: shapes of a whole storm would be too dense. */
const POLARITY_UP_TO_S = [
  { fromZoom: 11, ageS: 1e9 },
  { fromZoom: 10, ageS: 300 },
  { fromZoom: 9, ageS: 60 },
]
const FLASH = { dark: [1, 0.97, 0.86], light: [0.76, 0.3, 0.02] } as const
/** Outline colour of a mark: red, green, blue and opacity. */
export const RIM = { dark: rimOf('dark'), light: rimOf('light') }

interface MarkView {
  zoom: number
  /** Pixels of the screen to one of CSS. */
  ratio: number
  /** How much of the picture is density. */
  share: number
  isStale: boolean
  /** Whether the records contain polarity. */
  knowsPolarity: boolean
}

/** Style of marks: size, rim, flash and colours. */
export function setMarks(program: StrikeProgram, look: StrikeLook, view: MarkView): void {
  const { zoom, ratio, share, isStale, knowsPolarity } = view
  if (!program.isNews('marks', look, zoom, ratio, share, isStale, knowsPolarity)) return
  const { uniforms } = program
  const theme = look.light ? 'light' : 'dark'
  const radius = radiusAt(zoom)
  uniforms.int('u_hollow', look.hollow ? 1 : 0)
  uniforms.float('u_fade', markStrength(share))
  uniforms.float('u_radius', radius * ratio)
  uniforms.float('u_polarity', knowsPolarity ? polarityUpToS(look.polarity, zoom) : 0)
  uniforms.float('u_ring', look.calm ? 0 : (RING_PX + RING_PER_RADIUS * radius) * ringShare(zoom) * ratio)
  uniforms.float('u_ratio', ratio)
  uniforms.float('u_stale', isStale ? 1 : 0)
  uniforms.vec4('u_rim', RIM[theme])
  uniforms.vec3('u_flash_colour', FLASH[theme])
  setBands(program, look)
}

/** Maximum age, in seconds, of marks with the shape of their polarity, if it is known. */
export function polarityUpToS(shown: PolarityShown, zoom: number): number {
  const told = POLARITY_UP_TO_S.find(({ fromZoom }) => shown === 'always' || zoom >= fromZoom)
  return told?.ageS ?? 0
}

function ringShare(zoom: number): number {
  return Math.max(0, Math.min(1, (zoom - RING_FROM_ZOOM) / (RING_WHOLE_ZOOM - RING_FROM_ZOOM)))
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
