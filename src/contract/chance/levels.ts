/** Levels of the chance field, in a file without zod, because the page's choices need them before anything is loaded. */

/** Forecast horizons of the field, minutes. */
export const FIELD_HORIZONS_MIN = [15, 30, 60] as const
export type FieldHorizon = (typeof FIELD_HORIZONS_MIN)[number]

/** The chances of which the field has contours, percent. */
export const FIELD_PERCENTS = [10, 30, 50] as const

/** Each point of the field has the chance of a strike within this distance of it, km. */
export const FIELD_RING_KM = 16
