import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/**
 * `GET /api/verification/sheet`: hypothetical alarms of an action level at a place, evaluated as IEC 62793 requires of
 * thunderstorm warning systems. The alarm lasts while the level is on.
 */

export const ALARM_SHEET_PATH = `${API_PATHS.verification}/sheet`

/** Limits of the shorthand: strikes within ten minutes, and forecast probability (%), that turn the level on. */
export const STRIKES_RANGE = [1, 20] as const
export const CHANCE_PERCENT_RANGE = [1, 99] as const

const utcSchema = utcInstant
const score = z.nullable(z.number())
const count = z.number()

/**
 * Alarms: before the first strike in the ring, too late, or without a strike; and strikes in the ring without an alarm.
 */
export const ALARM_KINDS = ['effective', 'late', 'false', 'missed'] as const
const alarmOfSheetSchema = z.looseObject({
  kind: z.enum(ALARM_KINDS),
  from: utcSchema,
  to: utcSchema,
  /** The first strike inside the ring; null without one. */
  struck: z.nullable(utcSchema),
  leadMin: score,
  /** Duration after the last strike inside the ring. */
  dwellMin: score,
  /** Strikes inside the ring. */
  strikes: count,
})
export type AlarmOfSheet = z.infer<typeof alarmOfSheetSchema>

/** Figures of a rule. Times are in minutes. */
const alarmFiguresSchema = z.looseObject({
  alarms: count,
  /** Alarms before the first strike inside the ring, and alarms without one. */
  effective: count,
  falseAlarms: count,
  /** Failures to warn: late alarms, and strikes in the ring without an alarm. */
  failures: count,
  /** Strikes inside the ring without an active alarm. */
  strikesMissed: count,
  strikes: count,
  /** Probability of detection: effective alarms of all required ones. False alarm ratio: false alarms of all alarms. */
  pod: score,
  far: score,
  leadMin: z.looseObject({ mean: score, median: score, least: score }),
  /** Share of required alarms with at least this lead time. */
  leadAtLeast: listOf(z.looseObject({ minutes: z.number(), share: score })),
  dwellMin: z.looseObject({ mean: score, median: score }),
  /** Total duration of alarms. */
  alarmMin: count,
  quiet: listOf(z.looseObject({ afterMin: z.number(), cases: count, struck: count })),
})
export type AlarmFigures = z.infer<typeof alarmFiguresSchema>

export const alarmSheetSchema = z.looseObject({
  place: boundedText,
  simulated: z.boolean(),
  rule: z.looseObject({
    /** The ring to warn of, km. */
    ringKm: z.number(),
    /** Number of strikes, minutes and distance that turn the level on; null for a level by probability only. */
    alarmKm: z.nullable(z.number()),
    strikes: z.number(),
    withinMin: z.number(),
    holdMin: z.number(),
    /** A forecast probability that also turns the level on: percent within minutes, in the ring of the forecast. */
    chance: z.nullable(z.looseObject({ percent: z.number(), minutes: z.number(), ringKm: z.number() })),
  }),
  from: utcSchema,
  to: utcSchema,
  figures: alarmFiguresSchema,
  /**
   * Alarms with incomplete coverage, excluded from all figures, and the total of unobserved minutes; for a rule by
   * probability also those without a forecast.
   */
  leftOut: z.looseObject({ alarms: count, minutes: count }),
  list: listOf(alarmOfSheetSchema),
})
export type AlarmSheet = z.infer<typeof alarmSheetSchema>
