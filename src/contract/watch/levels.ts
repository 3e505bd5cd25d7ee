import * as z from 'zod/mini'
import { nameOf } from '../display-text.ts'
import { HORIZONS_MIN } from '../nowcast.ts'
import { COLOURS, type LadderKind, LEVELS_MAX } from './place-states.ts'

/** Action levels as `PLACES_FILE`, `RULES_FILE` and requests write them: two ladders a place, `lightning` and `weather`, most severe level first. */

export const LEVEL_KM_RANGE = [0.5, 50] as const
/** A lightning level ends no earlier than after five minutes without a strike. */
export const LIGHTNING_HOLD_MIN_RANGE = [5, 30] as const
export const WEATHER_HOLD_MIN_RANGE = [0, 30] as const
export const HOLD_MIN_DEFAULT: Record<LadderKind, number> = { lightning: 30, weather: 10 }

const between = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max))
const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max))
const km = between(LEVEL_KM_RANGE[0], LEVEL_KM_RANGE[1])
const nameSchema = nameOf(60)
const actionSchema = nameOf(200)

const chanceSchema = z.strictObject({
  /** The distance of the level where it is left out. */
  km: z.optional(km),
  percent: between(5, 100),
  withinMin: z.literal([...HORIZONS_MIN]),
})
export type LevelChance = z.infer<typeof chanceSchema>

const reportSchema = z.strictObject({
  /** Wind or gusts, at or above. */
  windMps: z.optional(between(1, 60)),
  /** Below. */
  visibilityM: z.optional(between(50, 10_000)),
  /** Below. */
  ceilingM: z.optional(between(15, 3_000)),
  /** Or worse. */
  category: z.optional(z.enum(['mvfr', 'ifr', 'lifr'])),
  scheme: z._default(z.enum(['icao', 'us']), 'icao'),
})
export type LevelReport = z.infer<typeof reportSchema>

/** A level as a file, a form or a request writes it. */
const levelSchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/)),
  name: nameSchema,
  nameZh: z.optional(nameSchema),
  km: z.optional(km),
  /** As many strikes within `withinMin` minutes turn it on. */
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
  who: z.optional(z.array(nameSchema).check(z.maxLength(10))),
  colour: z.optional(z.enum(COLOURS)),
})

/** A level with its hold time filled in. */
export type Level = Omit<z.infer<typeof levelSchema>, 'holdMin'> & { holdMin: number }

const hasUniqueIds = z.refine<readonly { id: string }[]>(
  (levels) => new Set(levels.map(({ id }) => id)).size === levels.length,
  'must have an id of its own for each level',
)
const listOfLevels = z.array(levelSchema).check(z.minLength(1), z.maxLength(LEVELS_MAX), hasUniqueIds)
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

export const LADDER_RULES: Record<LadderKind, string> = {
  lightning: `must be one to ${LEVELS_MAX} levels, most severe first, each with an id of its own, a km or a chance (with a distance, its own or the level's), no report, and a holdMin of ${LIGHTNING_HOLD_MIN_RANGE.join(' to ')}; km never shrinks down the list`,
  weather: `must be one to ${LEVELS_MAX} levels, most severe first, each with an id of its own and a report with a limit alone, and a holdMin of ${WEATHER_HOLD_MIN_RANGE.join(' to ')}`,
}

/** Levels of strikes and nowcasts, most severe first. */
export const lightningLadderSchema = z.pipe(
  listOfLevels.check(
    z.refine((levels) => levels.every(isLightning), LADDER_RULES.lightning),
    z.refine((levels) => {
      const distances = levels.flatMap((level) => level.km ?? [])
      return distances.every((each, i) => i === 0 || each >= distances[i - 1]!)
    }, LADDER_RULES.lightning),
  ),
  z.transform((levels): Level[] => levels.map((level) => withHold(level, 'lightning'))),
)
/** Levels of airport reports, most severe first. */
export const weatherLadderSchema = z.pipe(
  listOfLevels.check(z.refine((levels) => levels.every(isWeather), LADDER_RULES.weather)),
  z.transform((levels): Level[] => levels.map((level) => withHold(level, 'weather'))),
)

function withHold(level: z.infer<typeof levelSchema>, ladder: LadderKind): Level {
  return { ...level, holdMin: level.holdMin ?? HOLD_MIN_DEFAULT[ladder] }
}
