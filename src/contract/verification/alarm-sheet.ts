import * as z from 'zod/mini'
import { API_PATHS } from '../api-paths.ts'
import { boundedText, listOf, utcInstant } from '../fields.ts'

/**
 * `GET /api/verification/sheet`: what an action level would have cost and missed at a place, as IEC 62793 asks of a
 * thunderstorm warning system. There is an alarm while the level is on.
 */

export const ALARM_SHEET_PATH = `${API_PATHS.verification}/sheet`

/** Of the shorthand: how many strikes within ten minutes turn the level on, and least and most of a told chance that does, %. */
export const STRIKES_RANGE = [1, 20] as const
export const CHANCE_PERCENT_RANGE = [1, 99] as const

const utcSchema = utcInstant
const score = z.nullable(z.number())
const count = z.number()

/** Of an alarm: whether it came before the ring was struck, too late for that, or for nothing; and strikes in the ring without any. */
export const ALARM_KINDS = ['effective', 'late', 'false', 'missed'] as const
const alarmOfSheetSchema = z.looseObject({
  kind: z.enum(ALARM_KINDS),
  from: utcSchema,
  to: utcSchema,
  /** The first strike within the ring; null where there was none. */
  struck: z.nullable(utcSchema),
  leadMin: score,
  /** How long it went on after the last strike within the ring. */
  dwellMin: score,
  /** Strikes within the ring. */
  strikes: count,
})
export type AlarmOfSheet = z.infer<typeof alarmOfSheetSchema>

/** The numbers of a rule. Times are in minutes. */
const alarmFiguresSchema = z.looseObject({
  alarms: count,
  /** Alarms before the first strike within the ring, and alarms without one. */
  effective: count,
  falseAlarms: count,
  /** Failures to warn: late alarms, and strikes in the ring without any. */
  failures: count,
  /** Strikes within the ring while there was no alarm. */
  strikesMissed: count,
  strikes: count,
  /** Effective of all that should have been, false of all alarms. */
  pod: score,
  far: score,
  leadMin: z.looseObject({ mean: score, median: score, least: score }),
  /** Share of all that should have been with a lead of at least so many minutes. */
  leadAtLeast: listOf(z.looseObject({ minutes: z.number(), share: score })),
  dwellMin: z.looseObject({ mean: score, median: score }),
  /** How long there was an alarm, altogether. */
  alarmMin: count,
  quiet: listOf(z.looseObject({ afterMin: z.number(), cases: count, struck: count })),
})
export type AlarmFigures = z.infer<typeof alarmFiguresSchema>

export const alarmSheetSchema = z.looseObject({
  place: boundedText,
  simulated: z.boolean(),
  rule: z.looseObject({
    /** What is to be warned of is a strike within so many km. */
    ringKm: z.number(),
    /** So many strikes within so many minutes, this near, turn the level on; null of a level that goes by chances alone. */
    alarmKm: z.nullable(z.number()),
    strikes: z.number(),
    withinMin: z.number(),
    holdMin: z.number(),
    /** What was told turns it on too: a chance of so many % of a strike within so many minutes, in the ring that it was told of. */
    chance: z.nullable(z.looseObject({ percent: z.number(), minutes: z.number(), ringKm: z.number() })),
  }),
  from: utcSchema,
  to: utcSchema,
  figures: alarmFiguresSchema,
  /**
   * Alarms in which something was not observed, which are in no figure, and how many minutes were not observed at all; of a rule that
   * goes by chances also those in which none could be told.
   */
  leftOut: z.looseObject({ alarms: count, minutes: count }),
  list: listOf(alarmOfSheetSchema),
})
export type AlarmSheet = z.infer<typeof alarmSheetSchema>
