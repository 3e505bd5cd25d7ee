import * as z from 'zod/mini'
import { boundedText, listOf, utcInstant } from '../fields.ts'
import { calibrationSchema } from '../nowcast.ts'

/** `GET /api/verification`: verification of this server's forecasts from its own history. */

const utcSchema = utcInstant
/** Null without data. */
const score = z.nullable(z.number())
const count = z.number()

/** Yes/no warnings: probability of detection, false alarm ratio, critical success index. */
const contingencySchema = z.looseObject({ pod: score, far: score, csi: score })

/**
 * Scores of a horizon in minutes. A case is a minute of a ring with a forecast, or with a strike within the horizon.
 */
const horizonScoresSchema = z.looseObject({
  minutes: z.number(),
  cases: count,
  /** Cases with a strike. */
  came: count,
  /** Warnings from 40 % on. */
  all: contingencySchema,
  /** Rings without a strike in the last ten minutes, warnings from 23 % on. */
  onset: z.looseObject({ ...contingencySchema.shape, cases: count, came: count }),
  /** Baseline: a strike in the last ten minutes predicts another. */
  persistence: contingencySchema,
  brier: score,
  skillOverPersistence: score,
  /** Compared with a constant forecast: the overall frequency of strikes. */
  skillOverClimatology: score,
  /** First strikes after ten minutes without one: number, number with a warning, and average lead time in minutes. */
  lead: z.looseObject({ firsts: count, warned: count, meanMin: score }),
  /** By tenths of probability: average forecast, and observed frequency. */
  reliability: listOf(z.looseObject({ cases: count, told: score, came: score })),
})
export type HorizonScores = z.infer<typeof horizonScoresSchema>

/** After minutes without a strike: number of cases, and of cases with another strike within half an hour. */
const quietSchema = z.looseObject({ afterMin: z.number(), cases: count, struck: count })
export type QuietAfter = z.infer<typeof quietSchema>

const ringScoresSchema = z.looseObject({
  km: z.number(),
  horizons: listOf(horizonScoresSchema),
  /** Arrivals within half an hour: predicted, followed by a strike within the hour, and average time error. */
  arrivals: z.looseObject({ told: count, came: count, meanOffMin: score }),
  quiet: listOf(quietSchema),
})
export type RingScores = z.infer<typeof ringScoresSchema>

/** Three months each, named by initials: December to February, and so on. */
export const SEASONS = ['DJF', 'MAM', 'JJA', 'SON'] as const
export type Season = (typeof SEASONS)[number]

export const verificationSchema = z.looseObject({
  /** `no-strikes`: this server receives none (direct delivery); `waiting`: not verified yet. */
  state: z.enum(['known', 'waiting', 'no-strikes']),
  /** True if the strikes are simulated. */
  simulated: z.boolean(),
  /** Verified period; null before the first verification. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  calibration: calibrationSchema,
  seasons: listOf(z.enum(SEASONS)),
  /** The requested place, null for all; likewise the season. */
  place: z.nullable(boundedText),
  season: z.nullable(z.enum(SEASONS)),
  rings: listOf(ringScoresSchema),
  /**
   * In minutes: all, those without a nowcast, those with insufficient coverage, and by horizon those with insufficient
   * coverage afterwards.
   */
  leftOut: z.looseObject({
    minutes: count,
    notReckoned: count,
    unknown: count,
    unverified: listOf(z.looseObject({ minutes: z.number(), left: count })),
  }),
})
export type Verification = z.infer<typeof verificationSchema>
