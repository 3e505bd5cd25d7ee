import type { Context, Hono } from 'hono'
import { TOKEN_PATHS } from '../../contract/auth.ts'
import { LIGHTNING_PATHS, strikesQuerySchema } from '../../contract/lightning.ts'
import { ALL_SUFFIX, icaosQuerySchema, METAR_PATHS } from '../../contract/metar.ts'
import { firstComplaint } from '../../contract/query.ts'
import type { Clock } from '../../core/clock.ts'
import type { Source } from '../sources/source.ts'
import { complain, exactJson, jsonText } from './answers.ts'
import type { Admitted, createGate } from './gate.ts'
import { tooMany } from './gate.ts'
import type { ContractPolicy, TokenProduct } from './policy.ts'
import { reportsJson } from './records-json.ts'
import { createSlidingWindow, type SlidingWindow } from './sliding-window.ts'
import type { StrikeAnswers } from './strike-answers.ts'

export interface SpecialRoutesDeps {
  source: Source
  strikes: StrikeAnswers
  clock: Clock
  policy: ContractPolicy
  gate: ReturnType<typeof createGate>
  addressOf(c: Context): string
}

/** HTTP of the dedicated line: tokens, strikes, latest reports, latency (DL §4). */
export function mountSpecialRoutes(app: Hono<Admitted>, deps: SpecialRoutesDeps): void {
  const { source, gate } = deps

  for (const product of ['lightning', 'metar'] as const) {
    app.post(TOKEN_PATHS[product], gate(product, 'key'), (c) => issueToken(c, product, deps))
  }
  app.get(LIGHTNING_PATHS.strikes, gate('lightning'), (c) => strikes(c, deps.strikes))

  for (const parsed of [false, true]) {
    const path = parsed ? METAR_PATHS.parsed : METAR_PATHS.raw
    const answer = async (c: Context, icaos: string[] | 'all') =>
      jsonText(c, `{"data":${reportsJson(await source.latestReports(icaos), parsed)}}`)

    app.get(path, gate('metar'), (c) => {
      const query = icaosOf(c)
      if (!query.success) return complain(c, 'metar', { status: 400, message: firstComplaint(query.error) })
      return answer(c, query.data)
    })
    // DL §4.6 does not show the shape of /all; it is answered like its sibling.
    app.get(`${path}${ALL_SUFFIX}`, gate('metar'), (c) => answer(c, 'all'))
  }
  mountLatency(app, deps)
}

function issueToken(c: Context<Admitted>, product: TokenProduct, { policy, source }: SpecialRoutesDeps): Response {
  c.get('account').tokenIssued()
  const token = policy.issueToken(c.get('application'), product)
  return exactJson(c, source.simulated ? { ...token, simulated: true } : token)
}

async function strikes(c: Context, answers: StrikeAnswers): Promise<Response> {
  const query = strikesQuerySchema.safeParse(c.req.query())
  if (!query.success) return complain(c, 'lightning', { status: 400, message: firstComplaint(query.error) })
  const answer = await answers.of(query.data.minutes)
  c.header('content-type', 'application/json; charset=utf-8')
  c.header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(answer.plain)
  c.header('content-encoding', 'gzip')
  return c.body(await answer.gzipped())
}

/** DL §4.7, §8: no authentication, limited per client address. */
function mountLatency(app: Hono<Admitted>, { source, clock, policy, addressOf }: SpecialRoutesDeps): void {
  const windows = new Map<string, SlidingWindow>()

  const refused = (c: Context): Response | null => {
    const address = addressOf(c)
    if (windows.size > 10_000) windows.clear()
    const window = windows.get(address) ?? createSlidingWindow(clock, policy.latencyRequestsPerSecond)
    windows.set(address, window)
    const waitMs = window.take()
    return waitMs > 0
      ? tooMany(c, 'metar', `${policy.latencyRequestsPerSecond} requests per second per client address`, waitMs)
      : null
  }

  app.get(METAR_PATHS.latency, async (c) => {
    const tooSoon = refused(c)
    if (tooSoon) return tooSoon
    const query = icaosOf(c)
    if (!query.success) return complain(c, 'metar', { status: 400, message: firstComplaint(query.error) })
    return exactJson(c, { data: await source.latency(query.data) })
  })
  app.get(
    `${METAR_PATHS.latency}${ALL_SUFFIX}`,
    async (c) => refused(c) ?? exactJson(c, { data: await source.latency('all') }),
  )
}

function icaosOf(c: Context) {
  const read = icaosQuerySchema.safeParse(c.req.query())
  if (!read.success) return { success: false as const, error: read.error }
  return { success: true as const, data: [...new Set(read.data.icaos.map((code) => code.toUpperCase()))] }
}
