import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/** `GET /api/accumulations`: how many strokes fell, and in how many hours, by cells of the map, over any period that is summed. */

export const ACCUMULATED_PLACE_PATH = `${API_PATHS.accumulations}/place`
export const REPORT_CHECKS_PATH = `${API_PATHS.verification}/reports`

/** Strokes per km² of the whole period; or hours of the clock (UTC) in which any fell. */
export const ACCUMULATION_KINDS = ['density', 'hours'] as const

/** Sides of a cell that are told, in degrees. */
export const CELL_SIDES_DEG = [0.1, 0.2, 0.5, 1] as const

const utcSchema = utcInstant
const count = z.number()

/** `no-strikes`: this server has none, as pages get them from elsewhere; `waiting`: nothing of that period is summed. */
const stateSchema = z.enum(['known', 'waiting', 'no-strikes'])

export const accumulationsSchema = z.looseObject({
  state: stateSchema,
  /** True where the strikes are made up. */
  simulated: z.boolean(),
  kind: z.enum(ACCUMULATION_KINDS),
  /** What is told of: no earlier than anything is kept, and whole days (UTC) where nothing finer is kept; null while nothing is. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  /** Minutes of the period, and those of them of which nothing is known. */
  minutes: count,
  notObservedMin: count,
  /** Side of a cell, degrees. */
  cellDeg: z.number(),
  /**
   * Cells in which anything fell: south-western corner in degrees, and its value. Of `hours` a cell wider than 0.1° has the
   * most of any 0.1° in it.
   */
  cells: listOf(z.tuple([z.number(), z.number(), z.number()])),
})
export type Accumulations = z.infer<typeof accumulationsSchema>

/** `GET /api/accumulations/place`: when in the day and in the year it thunders at a guarded place. */
export const accumulatedPlaceSchema = z.looseObject({
  state: stateSchema,
  simulated: z.boolean(),
  place: boundedText,
  /** Strokes within so many km are counted. */
  withinKm: z.number(),
  /** Since when, up to when; null while nothing is summed. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  /**
   * Twelve months, January first, of 24 hours of the day (UTC) each: how many hours were observed, in how many of them there
   * was a stroke, and how many strokes.
   */
  months: listOf(listOf(z.looseObject({ observedHours: z.number(), thunderHours: count, strokes: count }))),
})
export type AccumulatedPlace = z.infer<typeof accumulatedPlaceSchema>

const share = z.nullable(z.number())

const checkFiguresSchema = z.looseObject({
  /** Reports of which enough was observed. */
  reports: count,
  /** TS, and something struck within 8 km; or VCTS, and from 8 to 16 km. */
  hits: count,
  /** Thunder is reported and something struck within 16 km, TS for VCTS or the other way round. */
  otherBand: count,
  /** No thunder is reported, and something struck within 8 km, or from 8 to 16 km. */
  missingAt: count,
  missingVicinity: count,
  /** Thunder is reported, and the nearest stroke was from 16 to 30 km away, or none was within 30 km. */
  overSeen: count,
  overNone: count,
  quiet: count,
  /** Reports before which too little was observed; they are in no other number. */
  leftOut: count,
  /** Of the reports with strokes within 16 km, the share that tells of thunder; of those, the share without strokes there. */
  pod: share,
  far: share,
})
export type CheckFigures = z.infer<typeof checkFiguresSchema>

/** `GET /api/verification/reports`: thunder in airports' reports against the strokes of the ten minutes before each. */
export const reportChecksSchema = z.looseObject({
  state: stateSchema,
  simulated: z.boolean(),
  /** First and last month that there is anything of, `YYYY-MM`; null while nothing is. */
  from: z.nullable(boundedText),
  to: z.nullable(boundedText),
  all: checkFiguresSchema,
  /** The months, oldest first. */
  months: listOf(z.looseObject({ month: boundedText, ...checkFiguresSchema.shape })),
  /** Airports with thunder, reported or struck: those with most missing or reported for nothing first; at most 500. */
  airports: listOf(z.looseObject({ icao: boundedText, ...checkFiguresSchema.shape })),
})
export type ReportChecks = z.infer<typeof reportChecksSchema>
