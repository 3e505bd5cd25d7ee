import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { listOf } from '../fields.ts'
import { queryBox } from '../history-queries.ts'
import { servedNowcastSchema } from '../nowcast.ts'
import { FIELD_HORIZONS_MIN, FIELD_PERCENTS } from './levels.ts'

/** `GET /api/nowcast/field`: contours of the chance of lightning. */
export const CHANCE_FIELD_PATH = `${API_PATHS.nowcast}/field`

/** Above the lines of any field, and above the points of any line. */
const LINES_MAX = 100_000
const POINTS_MAX = 100_000

const pointSchema = z.tuple([z.number(), z.number()])
const contourSchema = z.looseObject({
  type: z.literal('Feature'),
  /** The chance along the lines, percent, that lightning strikes within these minutes. */
  properties: z.looseObject({ minutes: z.number(), percent: z.number() }),
  geometry: z.looseObject({
    type: z.literal('MultiLineString'),
    coordinates: listOf(listOf(pointSchema, POINTS_MAX), LINES_MAX),
  }),
})

/** GeoJSON. Longitudes beyond the antimeridian exceed 180. */
export const chanceFieldSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  /** As in the nowcast; unless `known`, there are no contours. */
  state: servedNowcastSchema.shape.state,
  /** Reference time; null before the first nowcast. */
  t: servedNowcastSchema.shape.t,
  simulated: servedNowcastSchema.shape.simulated,
  /** Each point has the chance of a strike within this distance of it. */
  ringKm: z.number(),
  /** Distance of the computed points, degrees. */
  stepDeg: z.number(),
  /** The least and the greatest chance in the requested box, 0 to 1, by horizon: a box may have no contour. */
  ranges: listOf(
    z.looseObject({ minutes: z.number(), least: z.number(), most: z.number() }),
    FIELD_HORIZONS_MIN.length,
  ),
  features: listOf(contourSchema, FIELD_HORIZONS_MIN.length * FIELD_PERCENTS.length),
})
export type ChanceField = z.infer<typeof chanceFieldSchema>

export const chanceFieldQuerySchema = z.object({ bbox: queryBox })
