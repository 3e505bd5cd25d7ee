import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { boundedText } from '../fields.ts'
import { HORIZONS_MIN } from '../nowcast.ts'
import { COLOURS, type LadderKind, LEVELS_MAX, RULE_ORIGINS } from './place-states.ts'

/**
 * Action levels as in `PLACES_FILE`, `RULES_FILE` and requests: two ladders per place, `lightning` and `weather`, most
 * severe level first.
 */

export const LEVEL_KM_RANGE = [0.5, 50] as const
/** Allowed hold times of a lightning level, minutes. */
export const LIGHTNING_HOLD_MIN_RANGE = [5, 30] as const
export const WEATHER_HOLD_MIN_RANGE = [0, 30] as const
export const HOLD_MIN_DEFAULT: Record<LadderKind, number> = { lightning: 30, weather: 10 }

/** `red`, `r16`. */
const LEVEL_ID = /^[a-z0-9][a-z0-9-]{0,31}$/
export const LEVEL_NAME_MAX = 60
export const LEVEL_ACTION_MAX = 200
export const WHO_MAX = 10
export const EXPECT_PERCENT_RANGE = [5, 100] as const

const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max))
const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max))
const km = between(LEVEL_KM_RANGE[0], LEVEL_KM_RANGE[1])
const nameSchema = nameOf(LEVEL_NAME_MAX)
const actionSchema = nameOf(LEVEL_ACTION_MAX)

const chanceSchema = z.strictObject({
  /** Default: the distance of the level. */
  km: z.optional(km),
  percent: between(...EXPECT_PERCENT_RANGE),
  withinMin: z.literal([...HORIZONS_MIN]),
})

const reportSchema = z.strictObject({
  /** At or above, wind or gusts. */
  windMps: z.optional(between(1, 60)),
  /** Below. */
  visibilityM: z.optional(between(50, 10_000)),
  /** Below. */
  ceilingM: z.optional(between(15, 3_000)),
  /** Or worse. */
  category: z.optional(z.enum(['mvfr', 'ifr', 'lifr'])),
  scheme: z._default(z.enum(['icao', 'us']), 'icao'),
})

/** A level as entered in a file, a form or a request. */
const levelSchema = z.strictObject({
  id: z.string().check(z.regex(LEVEL_ID, 'level-id')),
  name: nameSchema,
  nameZh: z.optional(nameSchema),
  km: z.optional(km),
  /** Number of strikes within `withinMin` minutes that turns it on. */
  strikes: z._default(whole(1, 20), 1),
  withinMin: z._default(whole(1, 30), 10),
  /** A nowcast that turns it on. */
  chance: z.optional(chanceSchema),
  /** A nowcast that makes it `expected`. */
  expect: z.optional(chanceSchema),
  report: z.optional(reportSchema),
  holdMin: z.optional(whole(...WEATHER_HOLD_MIN_RANGE)),
  action: z.optional(actionSchema),
  actionZh: z.optional(actionSchema),
  who: z.optional(z.array(nameSchema).check(z.maxLength(WHO_MAX))),
  colour: z.optional(z.enum(COLOURS)),
})

const withHoldSchema = z.looseObject({ ...levelSchema.shape, id: boundedText, holdMin: z.number() })

/** A level with its hold time filled in. */
export type Level = Omit<z.infer<typeof levelSchema>, 'holdMin'> & { holdMin: number }

const hasUniqueIds = z.refine<readonly { id: string }[]>(
  (levels) => new Set(levels.map(({ id }) => id)).size === levels.length,
  'level-ids',
)
const isLightning = ({ km: own, chance, expect, report, holdMin }: z.infer<typeof levelSchema>) =>
  (own !== undefined || chance !== undefined) &&
  report === undefined &&
  (holdMin === undefined || holdMin >= LIGHTNING_HOLD_MIN_RANGE[0]) &&
  [chance, expect].every((each) => each === undefined || (each.km ?? own) !== undefined)
const isWeather = ({ km: own, chance, expect, report, strikes }: z.infer<typeof levelSchema>) =>
  report !== undefined &&
  [report.windMps, report.visibilityM, report.ceilingM, report.category].some((limit) => limit !== undefined) &&
  own === undefined &&
  chance === undefined &&
  expect === undefined &&
  strikes === 1

const [LIGHTNING_LEAST, LIGHTNING_MOST] = LIGHTNING_HOLD_MIN_RANGE
const lightningLevelSchema = levelSchema.check(
  z.refine(isLightning, { params: { problem: 'level-lightning', least: LIGHTNING_LEAST, most: LIGHTNING_MOST } }),
)
const weatherLevelSchema = levelSchema.check(z.refine(isWeather, 'level-weather'))

/** Levels based on strikes and nowcasts, most severe first. */
export const lightningLadderSchema = z.pipe(
  z.array(lightningLevelSchema).check(
    z.minLength(1),
    z.maxLength(LEVELS_MAX),
    hasUniqueIds,
    z.refine((levels) => {
      const distances = levels.flatMap((level) => level.km ?? [])
      return distances.every((each, i) => i === 0 || each >= distances[i - 1]!)
    }, 'level-order'),
  ),
  z.transform((levels): Level[] => levels.map((level) => withHold(level, 'lightning'))),
)
/** Levels based on airport reports, most severe first. */
export const weatherLadderSchema = z.pipe(
  z.array(weatherLevelSchema).check(z.minLength(1), z.maxLength(LEVELS_MAX), hasUniqueIds),
  z.transform((levels): Level[] => levels.map((level) => withHold(level, 'weather'))),
)

/** Whether the level ids of both ladders are disjoint: row ids contain them. */
export function haveOtherIds(levels: readonly Level[], weather: readonly Level[]): boolean {
  return weather.every(({ id }) => levels.every((level) => level.id !== id))
}

function withHold(level: z.infer<typeof levelSchema>, ladder: LadderKind): Level {
  return { ...level, holdMin: level.holdMin ?? HOLD_MIN_DEFAULT[ladder] }
}

/** Ladders of a place in responses, including effects of server rules that its own settings do not show. */
export const laddersSchema = z.looseObject({
  lightning: z.array(withHoldSchema).check(z.minLength(1), z.maxLength(LEVELS_MAX)),
  weather: z.array(withHoldSchema).check(z.maxLength(LEVELS_MAX)),
  rule: z.object({ lightning: z.enum(RULE_ORIGINS), weather: z.enum(RULE_ORIGINS) }),
  /** Whether special reports, and overdue ones, produce rows. */
  tellsSpeci: z.boolean(),
  tellsOverdue: z.boolean(),
})

/** Allowed settings at a path within a ladder, such as `2.expect`. */
export function levelSettingsAt(path: readonly PropertyKey[]): string[] {
  const last = path.at(-1)
  if (last === 'chance' || last === 'expect') return Object.keys(chanceSchema.shape)
  return Object.keys(last === 'report' ? reportSchema.shape : levelSchema.shape)
}
