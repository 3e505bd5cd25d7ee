import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/** `GET /api/accumulations`: number of strokes, and of hours with strokes, by map cells, over any aggregated period. */

export const ACCUMULATED_PLACE_PATH = `${API_PATHS.accumulations}/place`
export const REPORT_CHECKS_PATH = `${API_PATHS.verification}/reports`

/** Strokes per km² in the whole period; or clock hours (UTC) with strokes. */
export const ACCUMULATION_KINDS = ['density', 'hours'] as const

/** Available cell sides, degrees. */
export const CELL_SIDES_DEG = [0.1, 0.2, 0.5, 1] as const

const utcSchema = utcInstant
const count = z.number()

/** `no-strikes`: this server receives none (direct delivery); `waiting`: the period is not aggregated yet. */
const stateSchema = z.enum(['known', 'waiting', 'no-strikes'])

export const accumulationsSchema = z.looseObject({
  state: stateSchema,
  /** True if the strikes are simulated. */
  simulated: z.boolean(),
  kind: z.enum(ACCUMULATION_KINDS),
  /** Period of the response, limited to stored data, in whole days (UTC) for older data; null without any. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  /** Minutes of the period, and unobserved ones among them. */
  minutes: count,
  notObservedMin: count,
  cellDeg: z.number(),
  /**
   * Cells with strokes: south-western corner in degrees, and value. For `hours` a cell wider than 0.1° has the maximum
   * of its 0.1° cells.
   */
  cells: listOf(z.tuple([z.number(), z.number(), z.number()])),
})
export type Accumulations = z.infer<typeof accumulationsSchema>

/** `GET /api/accumulations/place`: thunder by hour of day and month at a monitored place. */
export const accumulatedPlaceSchema = z.looseObject({
  state: stateSchema,
  simulated: z.boolean(),
  place: boundedText,
  /** Radius in which strokes count, km. */
  withinKm: z.number(),
  /** Aggregated period; null before the first aggregation. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  /**
   * Twelve months from January, of 24 hours of the day (UTC) each: number of observed hours, of hours with strokes
   * among them, and of strokes.
   */
  months: listOf(listOf(z.looseObject({ observedHours: z.number(), thunderHours: count, strokes: count }))),
})
export type AccumulatedPlace = z.infer<typeof accumulatedPlaceSchema>

const share = z.nullable(z.number())

const checkFiguresSchema = z.looseObject({
  /** Reports with sufficient coverage. */
  reports: count,
  /** TS with a strike within 8 km; or VCTS with one from 8 to 16 km. */
  hits: count,
  /** Reported thunder with a strike within 16 km, but TS instead of VCTS or vice versa. */
  otherBand: count,
  /** No reported thunder with a strike within 8 km, or from 8 to 16 km. */
  missingAt: count,
  missingVicinity: count,
  /** Reported thunder with the nearest stroke from 16 to 30 km away, or none within 30 km. */
  overSeen: count,
  overNone: count,
  quiet: count,
  /** Reports with insufficient coverage; not counted elsewhere. */
  leftOut: count,
  /**
   * Share of reports with thunder among those with strokes within 16 km; and share without such strokes among reports
   * with thunder.
   */
  pod: share,
  far: share,
})
export type CheckFigures = z.infer<typeof checkFiguresSchema>

/**
 * `GET /api/verification/reports`: thunder in airport reports compared with the strokes of the preceding ten minutes.
 */
export const reportChecksSchema = z.looseObject({
  state: stateSchema,
  simulated: z.boolean(),
  /** First and last month with data, `YYYY-MM`; null without any. */
  from: z.nullable(boundedText),
  to: z.nullable(boundedText),
  all: checkFiguresSchema,
  /** Months, oldest first. */
  months: listOf(z.looseObject({ month: boundedText, ...checkFiguresSchema.shape })),
  /** Airports with thunder, reported or observed: those with most misses and false reports first; at most 500. */
  airports: listOf(z.looseObject({ icao: boundedText, ...checkFiguresSchema.shape })),
})
export type ReportChecks = z.infer<typeof reportChecksSchema>
