import { FIRE_COLOUR } from '../../../core/weather/fire-ramp.ts'
import type { OverlayMarks } from '../../live/overlay.ts'

/** Closer in than this each fire is a flame. */
export const FLAMES_FROM_ZOOM = 4.2
/** In wider views the map shows the density of fires; in between, both blend. */
export const DENSITY_UNTIL_ZOOM = 5.4

/** The outline of a flame, for every age. */
export const marks: OverlayMarks = (theme) => [{ name: 'flame', colours: [{ colour: FIRE_COLOUR[theme] }] }]
