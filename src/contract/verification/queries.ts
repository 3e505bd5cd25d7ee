import * as z from 'zod/mini'
import { queryBox } from '../history-queries.ts'
import { HORIZONS_MIN } from '../nowcast.ts'
import { queryFloat, queryInstant, queryInt } from '../query.ts'
import { type Level, lightningLadderSchema } from '../watch/levels.ts'
import { HOLD_MIN_RANGE, RING_KM_RANGE } from '../watch/places.ts'
import { ACCUMULATION_KINDS } from './accumulations.ts'
import { CHANCE_PERCENT_RANGE, STRIKES_RANGE } from './alarm-sheet.ts'
import { SEASONS } from './verification.ts'

/** Queries of verification. Separate from the responses, because no page parses queries. */

const placeId = z.string().check(z.minLength(1), z.maxLength(64))

export const verificationQuerySchema = z.object({
  place: z.optional(placeId),
  season: z.optional(z.enum(SEASONS)),
})

const km = queryFloat(RING_KM_RANGE[0], RING_KM_RANGE[1])

export const anotherStrikeQuerySchema = z.object({ place: placeId, ring: km })

const horizon = z.pipe(
  z.enum(HORIZONS_MIN.map(String) as [string, ...string[]]),
  z.transform((text) => HORIZONS_MIN.find((minutes) => String(minutes) === text)!),
)

/** Length of a level in a query, characters. */
const LEVEL_JSON_MAX = 2_000
const LEVEL_FORM = 'must be a lightning level as JSON, such as {"id":"red","name":"RED","km":5,"holdMin":15}'

const levelOfQuery = z.pipe(
  z.string().check(z.maxLength(LEVEL_JSON_MAX, `must have at most ${LEVEL_JSON_MAX} characters`)),
  z.transform((text: string, context): Level => {
    const read = lightningLadderSchema.safeParse([jsonOf(text)])
    if (read.success) return read.data[0]!
    const setting = read.error.issues[0]?.path.slice(1).join('.') ?? ''
    const message = setting === '' ? LEVEL_FORM : `${LEVEL_FORM}: invalid value of ${setting}`
    context.issues.push({ code: 'custom', input: text, message })
    return z.NEVER
  }),
)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * `ring`: the ring to warn of, km. `level`: the evaluated level, as JSON; by default its distance is the ring. Without
 * it the other parameters are its shorthand: `alarm` its km, `strikes` within ten minutes, `hold` its hold time, and
 * `chance` with `within` the forecast probability for the ring.
 */
export const alarmSheetQuerySchema = z
  .object({
    place: placeId,
    level: z.optional(levelOfQuery),
    ring: z.optional(km),
    alarm: z.optional(km),
    strikes: z.optional(queryInt(...STRIKES_RANGE)),
    hold: z.optional(queryInt(...HOLD_MIN_RANGE)),
    chance: z.optional(queryInt(...CHANCE_PERCENT_RANGE)),
    within: z.optional(horizon),
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    format: z.optional(z.enum(['json', 'csv'])),
  })
  .check(
    z.refine(({ level, ring, alarm, hold }) => level || [ring, alarm, hold].every((each) => each !== undefined), {
      path: ['level'],
      message: 'is required, or ring, alarm and hold',
    }),
    z.refine(
      ({ level, alarm, strikes, hold, chance, within }) =>
        !level || [alarm, strikes, hold, chance, within].every((each) => each === undefined),
      { path: ['level'], message: 'must not be combined with its shorthand: alarm, strikes, hold, chance, within' },
    ),
    z.refine(
      ({ level, ring, alarm }) => {
        const km = level ? level.km : alarm
        return ring === undefined || km === undefined || km >= ring
      },
      { path: ['ring'], message: 'must be at most the distance of the level' },
    ),
  )

/** Defaults: all stored data until now; without `bbox` the whole world. */
export const accumulationsQuerySchema = z.object({
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
  bbox: z.optional(queryBox),
  kind: z.optional(z.enum(ACCUMULATION_KINDS)),
})

export const accumulatedPlaceQuerySchema = z.object({ place: placeId })

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-07'))

const icaoCode = z.string().check(z.regex(/^[A-Z][A-Z0-9]{3}$/, 'must be a code like ZSPD'))

/** First and last month, both included; all airports without `icao`. */
export const reportChecksQuerySchema = z
  .object({ from: z.optional(month), to: z.optional(month), icao: z.optional(icaoCode) })
  .check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'must not be before from',
    }),
  )
