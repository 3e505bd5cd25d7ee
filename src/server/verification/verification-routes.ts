import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type * as z from 'zod/mini'
import { API_PATHS } from '../../contract/api-paths.ts'
import { firstComplaint } from '../../contract/complaint.ts'
import { ALARM_SHEET_PATH, type AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import { ANOTHER_STRIKE_PATH, type AnotherStrike } from '../../contract/verification/another-strike.ts'
import {
  alarmSheetQuerySchema,
  anotherStrikeQuerySchema,
  verificationQuerySchema,
} from '../../contract/verification/queries.ts'
import type { Verification as ServedVerification } from '../../contract/verification/verification.ts'
import { alarmSheetCsv } from '../../core/verification/alarm-sheet-csv.ts'
import { complain, SIMULATED_HEADER } from '../contract/http/answers.ts'
import type { Admitted, Gate } from '../contract/http/gate.ts'
import { createConcurrencyLimit } from '../web/concurrency-limit.ts'
import { noVerification, type RequestedRule, type Verification } from './verification.ts'

/** Default horizon of a probability rule. */
const CHANCE_WITHIN_MIN = 30
const PATHS = [API_PATHS.verification, ALARM_SHEET_PATH, ANOTHER_STRIKE_PATH]

/** Concurrent sheet computations per address and in total: each holds the strikes around a place. */
const SHEETS_AT_ONCE_MAX = { each: 16, all: 64 }
const ASK_AGAIN_S = '2'

/** Verification of forecasts, for viewers with access to the strikes it is computed from. To be mounted at the root. */
export function createVerificationRoutes(deps: {
  /** Null if this server receives no strikes. */
  verification: Verification | null
  gate: Gate
  addressOf(c: Context): string
  isSimulated(): boolean
}): Hono<Admitted> {
  const { verification, gate, addressOf, isSimulated } = deps
  const app = new Hono<Admitted>()
  const sheets = createConcurrencyLimit(SHEETS_AT_ONCE_MAX)
  const complaint = (c: Context, status: 400 | 404 | 405 | 503, message: string) =>
    complain(c, 'lightning', { status, message })
  const nothing = (c: Context) =>
    complaint(
      c,
      404,
      verification ? 'No monitored place has this id.' : 'This server receives no strikes (DELIVERY=direct).',
    )

  for (const path of PATHS) {
    app.use(path, compress())
    app.get(path, gate('lightning'), async (c, next) => {
      c.header('cache-control', 'no-store')
      if (isSimulated()) c.header(SIMULATED_HEADER, 'true')
      await next()
    })
  }
  app.get(API_PATHS.verification, async (c) => {
    const query = verificationQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const { place = null, season = null } = query.data
    return c.json<ServedVerification>(
      verification ? await verification.scoreboard(place, season) : noVerification(place, season, isSimulated()),
    )
  })
  app.get(ALARM_SHEET_PATH, async (c) => {
    const query = alarmSheetQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const { place, from, to, format } = query.data
    const period = { ...(from !== undefined && { fromMs: from }), ...(to !== undefined && { toMs: to }) }
    const reading = sheets.enter(addressOf(c))
    if (!reading.isFree) {
      c.header('retry-after', ASK_AGAIN_S)
      return complaint(c, 503, 'Too many sheets are being computed: try again in a moment.')
    }
    const sheet = await Promise.resolve(verification?.sheet(place, ruleOf(query.data), period, addressOf(c))).finally(
      reading.leave,
    )
    if (!sheet) return nothing(c)
    if (format !== 'csv') return c.json<AlarmSheet>(sheet)
    return c.body(alarmSheetCsv(sheet), 200, { 'content-type': 'text/csv; charset=utf-8' })
  })
  app.get(ANOTHER_STRIKE_PATH, async (c) => {
    const query = anotherStrikeQuerySchema.safeParse(c.req.query())
    if (!query.success) return complaint(c, 400, firstComplaint(query.error))
    const told = await verification?.anotherStrike(query.data.place, query.data.ring)
    return told ? c.json<AnotherStrike>(told) : nothing(c)
  })
  for (const path of PATHS) {
    app.all(path, (c) => {
      c.header('allow', 'GET')
      return complaint(c, 405, `${c.req.path} allows GET only.`)
    })
  }
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
