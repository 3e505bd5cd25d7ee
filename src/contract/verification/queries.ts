import * as z from 'zod/mini'
import { queryBox } from '../history-queries.ts'
import { HORIZONS_MIN } from '../nowcast.ts'
import { queryFloat, queryInstant, queryInt } from '../query.ts'
import { HOLD_MIN_RANGE, RING_KM_RANGE } from '../watch/places.ts'
import { ACCUMULATION_KINDS } from './accumulations.ts'
import { CHANCE_PERCENT_RANGE, STRIKES_RANGE } from './alarm-sheet.ts'
import { SEASONS } from './verification.ts'

/** What the server is asked with of its own past. Apart from its answers, as no page needs to read it. */

const placeId = z.string().check(z.minLength(1), z.maxLength(64))

export const verificationQuerySchema = z.object({
  place: z.optional(placeId),
  season: z.optional(z.enum(SEASONS)),
})

const isForward = z.refine<{ from?: number | undefined; to?: number | undefined }>(
  ({ from, to }) => from === undefined || to === undefined || from < to,
  { path: ['to'], message: 'must be after from' },
)

const km = queryFloat(RING_KM_RANGE[0], RING_KM_RANGE[1])

export const anotherStrikeQuerySchema = z.object({ place: placeId, ring: km })

const horizon = z.pipe(z.enum(HORIZONS_MIN.map(String) as [string, ...string[]]), z.transform(Number))

/**
 * `ring`: what is to be warned of; `alarm`: from how far on strikes raise an alarm, from so many `strikes` in ten minutes on. With
 * `chance` a told chance of so many % of a strike in the ring `within` so many minutes raises one, too.
 */
export const alarmSheetQuerySchema = z
  .object({
    place: placeId,
    ring: km,
    alarm: km,
    strikes: z.optional(queryInt(...STRIKES_RANGE)),
    hold: queryInt(...HOLD_MIN_RANGE),
    chance: z.optional(queryInt(...CHANCE_PERCENT_RANGE)),
    within: z.optional(horizon),
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    format: z.optional(z.enum(['json', 'csv'])),
  })
  .check(
    z.refine(({ ring, alarm }) => alarm >= ring, { path: ['alarm'], message: 'must be at least ring' }),
    isForward,
  )

/** From the earliest that is kept, up to now, where nothing else is named; `bbox` is the whole world without one. */
export const accumulationsQuerySchema = z
  .object({
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
    bbox: z.optional(queryBox),
    kind: z.optional(z.enum(ACCUMULATION_KINDS)),
  })
  .check(isForward)

export const accumulatedPlaceQuerySchema = z.object({ place: placeId })

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month like 2026-07'))

const icaoCode = z.string().check(z.regex(/^[A-Z][A-Z0-9]{3}$/, 'must be a code like ZSPD'))

/** First and last month, both included; of all airports without `icao`. */
export const reportChecksQuerySchema = z
  .object({ from: z.optional(month), to: z.optional(month), icao: z.optional(icaoCode) })
  .check(
    z.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'must not be before from',
    }),
  )
