import type { BasemapTheme } from './colours.ts'

/** The deepest zoom of the relief's tiles, which are 512 px wide; closer views enlarge these until the relief has faded out. */
export const RELIEF_MAX_ZOOM = 3

/** Cover of the steepest slopes: red, green and blue of 255, and opacity. Gentler slopes have a share of it. */
export const RELIEF_SHADOW = { colour: [4, 8, 16], opacity: 0.55 } as const
export const RELIEF_LIGHT = { colour: [196, 216, 240], opacity: 0.038 } as const

/** On light ground the same shadow is far stronger. */
export const RELIEF_OPACITY: Record<BasemapTheme, number> = { dark: 1, light: 0.24 }

/** The relief is unchanged up to the first zoom and invisible from the second on, where its 9 km would be blurred. */
export const RELIEF_FADES = [6, 8] as const
