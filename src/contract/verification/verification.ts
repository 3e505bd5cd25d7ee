import * as z from 'zod/mini'
import { boundedText, listOf, utcInstant } from '../fields.ts'
import { calibrationSchema } from '../nowcast.ts'

/** `GET /api/verification`: how good what was told turned out to be, from the server's own past. */

const utcSchema = utcInstant
/** Null where there was nothing to reckon it from. */
const score = z.nullable(z.number())
const count = z.number()

/** Of warnings yes or no: probability of detection, false alarm ratio, critical success index. */
const contingencySchema = z.looseObject({ pod: score, far: score, csi: score })

/** Of a horizon of so many minutes. A case is a minute of a ring of which something was told, or which was struck within it. */
const horizonScoresSchema = z.looseObject({
  minutes: z.number(),
  cases: count,
  /** Cases in which a strike came. */
  came: count,
  /** Warned from 40 % on. */
  all: contingencySchema,
  /** Rings without a strike in the last ten minutes, warned from 28 % on. */
  onset: z.looseObject({ ...contingencySchema.shape, cases: count, came: count }),
  /** What struck within the last ten minutes goes on. */
  persistence: contingencySchema,
  brier: score,
  skillOverPersistence: score,
  /** Over telling the same always: how often a strike came in all of these cases. */
  skillOverClimatology: score,
  /** First strikes after ten quiet minutes, how many were warned of, and how long before, in minutes on average. */
  lead: z.looseObject({ firsts: count, warned: count, meanMin: score }),
  /** By tenths of probability: what was told on average, and how often a strike came. */
  reliability: listOf(z.looseObject({ cases: count, told: score, came: score })),
})
export type HorizonScores = z.infer<typeof horizonScoresSchema>

/** After so many quiet minutes: how often that was so, and how often another strike came within half an hour. */
const quietSchema = z.looseObject({ afterMin: z.number(), cases: count, struck: count })
export type QuietAfter = z.infer<typeof quietSchema>

const ringScoresSchema = z.looseObject({
  km: z.number(),
  horizons: listOf(horizonScoresSchema),
  /** Arrivals within half an hour: told, followed by a strike within the hour, and how far off on average. */
  arrivals: z.looseObject({ told: count, came: count, meanOffMin: score }),
  quiet: listOf(quietSchema),
})
export type RingScores = z.infer<typeof ringScoresSchema>

/** Three months each, by their first and last: December to February, and so on. */
export const SEASONS = ['DJF', 'MAM', 'JJA', 'SON'] as const
export type Season = (typeof SEASONS)[number]

export const verificationSchema = z.looseObject({
  /** `no-strikes`: this server has none, as pages get them from elsewhere; `waiting`: nothing was verified yet. */
  state: z.enum(['known', 'waiting', 'no-strikes']),
  /** True where the strikes are made up. */
  simulated: z.boolean(),
  /** What is scored: from when on, up to when; null while nothing is. */
  from: z.nullable(utcSchema),
  to: z.nullable(utcSchema),
  calibration: calibrationSchema,
  /** The seasons of which there is something. */
  seasons: listOf(z.enum(SEASONS)),
  /** The place that was asked for, null for all; and the same of the season. */
  place: z.nullable(boundedText),
  season: z.nullable(z.enum(SEASONS)),
  rings: listOf(ringScoresSchema),
  /** In minutes: all, those in which nothing was reckoned, those with too little observed, and by horizon those after which it was. */
  leftOut: z.looseObject({
    minutes: count,
    notReckoned: count,
    unknown: count,
    unverified: listOf(z.looseObject({ minutes: z.number(), left: count })),
  }),
})
export type Verification = z.infer<typeof verificationSchema>
