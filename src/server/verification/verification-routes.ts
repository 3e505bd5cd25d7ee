import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { API_PATHS } from '../../contract/api-paths.ts'
import { ALARM_SHEET_PATH, type AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import { ANOTHER_STRIKE_PATH, type AnotherStrike } from '../../contract/verification/another-strike.ts'
import {
  alarmSheetQuerySchema,
  anotherStrikeQuerySchema,
  verificationQuerySchema,
} from '../../contract/verification/queries.ts'
import type { Verification as ServedVerification } from '../../contract/verification/verification.ts'
import { alarmSheetCsv } from '../../core/verification/alarm-sheet-csv.ts'
import { createDerivedRoutes, type DerivedRoutesDeps, refusePlace } from '../contract/http/derived-routes.ts'
import type { Admitted } from '../contract/http/gate.ts'
import { createConcurrencyLimit } from '../web/concurrency-limit.ts'
import { queryOf } from '../web/requests.ts'
import { noVerification, type RequestedRule, type Verification } from './verification.ts'

/** Default horizon of a probability rule. */
const CHANCE_WITHIN_MIN = 30
const PATHS = [API_PATHS.verification, ALARM_SHEET_PATH, ANOTHER_STRIKE_PATH]

/** Concurrent sheet computations per address and in total: each holds the strikes around a place. */
const SHEETS_AT_ONCE_MAX = { each: 16, all: 64 }
const ASK_AGAIN_S = '2'

/** Verification of forecasts, for viewers with access to the strikes it is computed from. To be mounted at the root. */
export function createVerificationRoutes(
  deps: DerivedRoutesDeps & {
    /** Null if this server receives no strikes. */
    verification: Verification | null
    addressOf(c: Context): string
  },
): Hono<Admitted> {
  const { verification, addressOf, isSimulated } = deps
  const app = createDerivedRoutes(PATHS, deps)
  const sheets = createConcurrencyLimit(SHEETS_AT_ONCE_MAX)

  app.get(API_PATHS.verification, async (c) => {
    const { place = null, season = null } = queryOf(c, verificationQuerySchema)
    return c.json<ServedVerification>(
      verification ? await verification.scoreboard(place, season) : noVerification(place, season, isSimulated()),
    )
  })
  app.get(ALARM_SHEET_PATH, async (c) => {
    const query = queryOf(c, alarmSheetQuerySchema)
    const { place, from, to, format } = query
    const reading = sheets.enter(addressOf(c))
    if (!reading.isFree) {
      const detail = 'Too many sheets are being computed: try again in a moment.'
      return c.json({ detail }, 503, { 'retry-after': ASK_AGAIN_S })
    }
    const sheet = await Promise.resolve(
      verification?.sheet(place, ruleOf(query), { fromMs: from, toMs: to }, addressOf(c)),
    ).finally(reading.leave)
    if (!sheet) return refusePlace(c, verification !== null)
    if (format !== 'csv') return c.json<AlarmSheet>(sheet)
    return c.body(alarmSheetCsv(sheet), 200, { 'content-type': 'text/csv; charset=utf-8' })
  })
  app.get(ANOTHER_STRIKE_PATH, async (c) => {
    const { place, ring } = queryOf(c, anotherStrikeQuerySchema)
    const told = await verification?.anotherStrike(place, ring)
    return told ? c.json<AnotherStrike>(told) : refusePlace(c, verification !== null)
  })
  return app
}

/** The requested level, and the ring to warn of: by default the level's distance. */
function ruleOf(query: z.output<typeof alarmSheetQuerySchema>): RequestedRule {
  const { level, ring, alarm, strikes = 1, hold, chance, within: withinMin = CHANCE_WITHIN_MIN } = query
  if (level) return { level, ringKm: ring ?? level.km ?? level.chance!.km! }
  const ofChance = chance === undefined ? {} : { chance: { km: ring!, percent: chance, withinMin } }
  const shorthand = { id: 'shorthand', name: 'shorthand', km: alarm!, strikes, withinMin: 10, holdMin: hold! }
  return { ringKm: ring!, level: { ...shorthand, ...ofChance } }
}
