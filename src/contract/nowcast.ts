import * as z from 'zod/mini'
import { boundedText, listOf, utcInstant } from './fields.ts'
import { queryList } from './query.ts'

/** Nowcast of motion, arrival and probability: in the server's API, the alarm engine, and `npm run nowcast`. */

const utcSchema = utcInstant

/**
 * Motion of a storm: known with its error; known to be slower than measurable; or unknown. Speeds in km/h, heading in
 * degrees clockwise from north.
 */
export const motionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('moving'), headingDeg: z.number(), speedKmh: z.number(), errorKmh: z.number() }),
  z.object({ kind: z.literal('slow'), belowKmh: z.number() }),
  z.object({ kind: z.literal('unknown') }),
])
export type Motion = z.infer<typeof motionSchema>

/** An arrival is given from this probability of a strike within an hour on: then `likely` is within that hour. */
export const ARRIVAL_TOLD_FROM = 0.5

/**
 * Arrival of the first strike in a ring, UTC: by `earliest` with 10 %, by `likely` with 50 %, by `latest` with 90 %.
 * `latest` is at most two hours ahead, even if 90 % are not reached by then. The probabilities derive from the same
 * distribution.
 */
export const arrivalSchema = z.object({ earliest: utcSchema, likely: utcSchema, latest: utcSchema })
export type Arrival = z.infer<typeof arrivalSchema>

/** Forecast horizons of probabilities, minutes. */
export const HORIZONS_MIN = [10, 15, 30, 60] as const

const chanceSchema = z.nullable(z.number().check(z.minimum(0), z.maximum(1)))

/** Probability of a strike inside the ring by horizon; null if coverage was insufficient. */
export const chancesSchema = z.object({
  '10': chanceSchema,
  '15': chanceSchema,
  '30': chanceSchema,
  '60': chanceSchema,
})
export type Chances = z.infer<typeof chancesSchema>

/** Where a storm was at a moment, and how many strokes a minute it had in the five minutes before. */
const stormPointSchema = z.object({
  t: utcSchema,
  lat: z.number(),
  lon: z.number(),
  strokesPerMin: z.nullable(z.number()),
})

/** A storm: strokes near each other in the last fifteen minutes, followed from its first dozen on. Rates are strokes a minute. */
export const stormSchema = z.object({
  /** The same for as long as the storm is followed, and of no other one. */
  id: z.number(),
  lat: z.number(),
  lon: z.number(),
  /** In the last fifteen minutes. */
  strokes: z.number(),
  /** In the last five minutes that were observed; null where they were hardly observed. */
  strokesPerMin: z.nullable(z.number()),
  /** Difference to the rate of the five minutes before; null without a known trend. */
  changePerMin: z.nullable(z.number()),
  trend: z.nullable(z.enum(['starting', 'growing', 'steady', 'weakening'])),
  motion: motionSchema,
  /** Nine strokes of ten lie within about this ellipse around the middle, km; its longer axis in degrees, 0 to 180. */
  majorKm: z.number(),
  minorKm: z.number(),
  axisDeg: z.number(),
  /** The share of positive strokes among strokes of known polarity, 0 to 1; null with too few. */
  positiveShare: z.nullable(z.number()),
  /** When it was first found. */
  since: utcSchema,
  /** True if it may be older: earlier data was missing or incomplete. */
  mayBeOlder: z.boolean(),
  /** The storm from which it split; null if it formed independently. */
  splitFrom: z.nullable(z.number()),
  /** The storms that merged into it within the last two hours, oldest first. */
  merged: listOf(z.object({ id: z.number(), t: utcSchema })),
  /** The last two hours, every five minutes, the oldest first; without minutes in which it was not found. */
  track: listOf(stormPointSchema),
  /**
   * The latest lightning jump (2σ) of the last half hour: its time, the rates of the two minutes before it, and its
   * rate.
   */
  jump: z.nullable(z.object({ t: utcSchema, fromPerMin: z.number(), toPerMin: z.number() })),
})
export type Storm = z.infer<typeof stormSchema>
export type StormPoint = z.infer<typeof stormPointSchema>

/** A line of `npm run nowcast`. */
export const nowcastLineSchema = z.object({
  t: utcSchema,
  storms: listOf(z.pick(stormSchema, { id: true, lat: true, lon: true, strokesPerMin: true, motion: true })),
  sites: listOf(
    z.object({ id: boundedText, p: chancesSchema, inProgress: z.boolean(), arrival: z.nullable(arrivalSchema) }),
  ),
})
export type NowcastLine = z.infer<typeof nowcastLineSchema>

/** A ring around a place, km. */
const ringOutlookSchema = z.looseObject({
  km: z.number(),
  p: chancesSchema,
  /** Whether it was struck within the last ten minutes. */
  inProgress: z.boolean(),
  /** Null while in progress, and where a strike is not likely within the hour. */
  arrival: z.nullable(arrivalSchema),
  /** The id of the storm that arrives or is in progress, among `storms`; null if there is none. */
  storm: z.nullable(z.number()),
  /** While in progress: another storm, and when it reaches the ring at its present course; absent where none does within the hour. */
  next: z.optional(z.object({ storm: z.number(), likely: utcSchema })),
})
export type ServedRing = z.infer<typeof ringOutlookSchema>
const placeOutlookSchema = z.looseObject({ id: boundedText, rings: listOf(ringOutlookSchema) })
export type ServedPlace = z.infer<typeof placeOutlookSchema>

/**
 * Data for calibration: recorded storms, or this server's own verification between two days, with the number of hits
 * and cases by horizon.
 */
export const calibrationSchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('recorded') }),
  z.looseObject({
    kind: z.literal('measured'),
    from: utcSchema,
    to: utcSchema,
    horizons: listOf(z.looseObject({ minutes: z.number(), cases: z.number(), came: z.number() })),
  }),
])
export type Calibration = z.infer<typeof calibrationSchema>

/** `GET /api/nowcast`. */
export const servedNowcastSchema = z.looseObject({
  /**
   * `known`; `not-observed`: coverage of the last ten minutes is insufficient, so that all probabilities are null;
   * `waiting`: not yet computed; `no-strikes`: this server receives none (direct delivery).
   */
  state: z.enum(['known', 'not-observed', 'waiting', 'no-strikes']),
  /** Reference time; null before the first. */
  t: z.nullable(utcSchema),
  /** True if the strikes are simulated. */
  simulated: z.boolean(),
  calibration: calibrationSchema,
  /** Which share (0 to 1) of each of the three periods of five minutes before `t` was observed, the latest first. */
  observed: z.tuple([z.number(), z.number(), z.number()]),
  /** Busiest first; at most `STORMS_SERVED_MAX`. */
  storms: listOf(stormSchema),
  guarded: z.number(),
  /** Monitored places above the threshold, most likely first; or the requested ones. */
  places: listOf(placeOutlookSchema),
  /** Applies to each ring of monitored places not listed. */
  others: chancesSchema,
  /** Places above the threshold that were left out: request them by `place`. */
  leftOut: z.number(),
})
export type ServedNowcast = z.infer<typeof servedNowcastSchema>

export const STORMS_SERVED_MAX = 500
export const PLACES_SERVED_MAX = 1_000
/** Threshold for listing a place: this probability of a strike within an hour, or an arrival. */
export const TOLD_FROM = 0.02
const PLACES_ASKED_MAX = 100
/** `place`: ids of requested places, separated by commas. */
export const nowcastQuerySchema = z.object({
  place: z.optional(queryList.check(z.maxLength(PLACES_ASKED_MAX, `must be at most ${PLACES_ASKED_MAX} ids`))),
})
