import * as z from 'zod/mini'
import { boundedText, listOf, recordOf } from '../fields.ts'
import { arrivalSchema } from '../nowcast.ts'
import { queryList } from '../query.ts'

/**
 * States of action levels: `GET /api/levels`, and each row of the alarm log, which carries the whole ladder after a
 * change. Times are UTC ISO 8601, distances km, hold times minutes.
 */

export const LADDERS = ['lightning', 'weather'] as const
export type LadderKind = (typeof LADDERS)[number]
/** Per ladder. */
export const LEVELS_MAX = 8
export const COLOURS = ['red', 'orange', 'yellow', 'white'] as const

/** Origin of a place's levels: its own file or form, `RULES_FILE`, the defaults, or a viewer. */
export const RULE_ORIGINS = ['place', 'rules', 'default', 'private'] as const
const ruleSchema = z.enum(RULE_ORIGINS)
export type RuleOrigin = z.infer<typeof ruleSchema>

export const LEVEL_STATES = ['off', 'expected', 'on'] as const
const stateSchema = z.enum(LEVEL_STATES)
export type LevelStateName = z.infer<typeof stateSchema>

const time = z.nullable(boundedText)

/** A level at a time, with its name, distance and hold time at that time. */
export const levelStateSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  /** Null for a level based on a nowcast or a report only. */
  km: z.nullable(z.number()),
  holdMin: z.number(),
  state: stateSchema,
  /** Begin of the state; null if it never left `off`. */
  since: time,
  /** The latest trigger, and its distance. */
  last: time,
  lastKm: z.nullable(z.number()),
  /** The earliest end without a further trigger: of `on`; null during a gap. */
  end: time,
  /** End of the period in which the trigger is possible: of `expected`. */
  until: time,
  /** The observed share of the hold time, 0 to 1. */
  coverage: z.number(),
  /** Configured instruction: a channel with a subset of levels may have another headline than the row. */
  action: z.optional(boundedText),
  actionZh: z.optional(boundedText),
  who: z.optional(listOf(boundedText, 10)),
  colour: z.optional(z.enum(COLOURS)),
})
export type LevelState = z.infer<typeof levelStateSchema>

const remarkFields = { by: boundedText, at: boundedText, note: boundedText }
const remarkSchema = z.looseObject(remarkFields)
export type Remark = z.infer<typeof remarkSchema>

/** A recorded work stop. Only a person ends it. */
export const workStopSchema = z.looseObject({
  ...remarkFields,
  id: boundedText,
  place: boundedText,
  work: boundedText,
  /** As entered; null if not given. */
  earliestResume: time,
  /** The level given as the reason. */
  level: z.nullable(boundedText),
  changes: listOf(remarkSchema),
  resumed: z.nullable(remarkSchema),
})
export type WorkStop = z.infer<typeof workStopSchema>

export const alarmPlaceSchema = z.looseObject({
  id: boundedText,
  name: boundedText,
  nameZh: z.nullable(boundedText),
  group: z.nullable(boundedText),
  /** Its centre, degrees. */
  lat: z.optional(z.number()),
  lon: z.optional(z.number()),
})

export const headlineFields = {
  /** The most severe level `on`, else the most severe `expected`; null where all are `off`. */
  level: z.nullable(boundedText),
  state: stateSchema,
}

/** A ladder of a place at a time. */
const placeStateFields = {
  /** Null for a row about a feed. */
  place: z.nullable(alarmPlaceSchema),
  ladder: z.nullable(z.enum(LADDERS)),
  /** Increases with each row of this ladder. */
  rev: z.number(),
  at: boundedText,
  /** When the first level left `off`; also in the row that ends the incident. */
  incident: time,
  ...headlineFields,
  /** Colour of the headline. */
  colour: z.nullable(z.enum(COLOURS)),
  /** Origin of the levels. */
  rule: z.nullable(ruleSchema),
  levels: listOf(levelStateSchema, LEVELS_MAX),
  /** Whether data arrive, and the start of that state; null if it started more than 40 minutes ago. */
  observed: z.looseObject({ now: z.boolean(), since: time }),
  stops: listOf(workStopSchema, 100),
  /** Key of the viewer's own levels; such rows are visible to that viewer only. */
  own: z.optional(boundedText),
}
export const placeStateSchema = z.looseObject(placeStateFields)
export type PlaceState = z.infer<typeof placeStateSchema>

const observedSchema = z.looseObject({ now: z.boolean(), since: time })
export type FeedObserved = z.infer<typeof observedSchema>

/** `GET /api/levels`: by default only ladders with a level that is not `off`, or with an open work stop. */
export const levelsAnswerSchema = z.looseObject({
  /** Revision of the alarm log included in this state: the stream resumes from here. */
  rev: z.number(),
  observed: z.looseObject({ lightning: observedSchema, reports: observedSchema }),
  places: listOf(placeStateSchema),
  /** Named places that are not monitored: not evaluated, which is not the same as `off`. Absent in older versions. */
  unknown: z.optional(listOf(boundedText)),
})
export type LevelsAnswer = z.infer<typeof levelsAnswerSchema>

/** Query of `GET /api/levels`. */
export const levelsQuerySchema = z.object({ place: z.optional(queryList) })

export const STEPS = [
  'up', // the headline turned on or became more severe; of weather, a level turned on
  'down', // the headline became less severe and is still on; of weather, a level turned off and another is on
  'end', // no level is on any longer
  'expected', // a level more severe than every level on became possible
  'lapsed', // no longer possible
  'observation', // data stopped or resumed
  'stop', // work was stopped, changed or resumed by a person
  'speci',
  'service', // tests and failures of channels
  'other', // the rest
] as const
export const stepSchema = z.enum(STEPS)
export type Step = z.infer<typeof stepSchema>

/** Steps that require an acknowledgement. */
export const ASKS_ACKNOWLEDGEMENT: readonly Step[] = ['up', 'expected']

export const CAUSES = [
  'strike',
  'chance',
  'report',
  'hold-ended',
  'lapsed',
  'changed',
  'removed',
  'gap',
  'overdue',
  'person',
] as const
const causeSchema = z.looseObject({
  kind: z.enum(CAUSES),
  struckAt: z.optional(boundedText),
  distanceKm: z.optional(z.number()),
  errorKm: z.optional(z.number()),
  /** 0 to 1. */
  chance: z.optional(z.number()),
  arrival: z.optional(arrivalSchema),
  /** Measured value of a report. */
  value: z.optional(z.unknown()),
  /** Of `lapsed`: period in which a trigger was possible, its coverage (0 to 1), and whether there was a strike. */
  possible: z.optional(
    z.looseObject({ since: boundedText, until: boundedText, coverage: z.number(), isStruck: z.boolean() }),
  ),
})
export type Cause = z.infer<typeof causeSchema>

/** Fields that a row adds to the state after the change. Absent in rows of versions without levels. */
export const rowFields = {
  ...placeStateFields,
  step: stepSchema,
  before: z.object(headlineFields),
  /** Ids of the levels that changed, most severe first. */
  changed: listOf(boundedText, 2 * LEVELS_MAX),
  cause: z.nullable(causeSchema),
  /** Of a row about a feed. */
  feed: z.nullable(z.enum(['lightning', 'reports'])),
  from: time,
  to: time,
  /** Instruction of the headline. */
  action: z.nullable(boundedText),
  actionZh: z.nullable(boundedText),
  who: listOf(boundedText, 10),
  /** Of `end`, minutes. */
  durations: z.nullable(z.looseObject({ incidentMin: z.number(), levelsMin: recordOf(z.number(), 2 * LEVELS_MAX) })),
}
