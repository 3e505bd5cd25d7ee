import { FIRE_AGES, FIRE_HALO } from '../../../core/weather/fire-ramp.ts'
import type { OverlayMarks } from '../../live/overlay.ts'

/** Closer in than this each fire is a square. */
export const SQUARES_FROM_ZOOM = 4.2
/** Farther out than this the map shows how many there are; between the two one turns into the other. */
export const DENSITY_UNTIL_ZOOM = 5.4

/** A square of each age, with its rim. */
export const marks: OverlayMarks = (theme) =>
  FIRE_AGES.map((age) => ({
    name: `up to ${age.untilHours} h`,
    colours: [{ colour: age[theme] }, { colour: FIRE_HALO[theme] }],
  }))
