import type { Context, Hono } from 'hono'
import { TOKEN_PATHS } from '../../../contract/auth.ts'
import { LIGHTNING_PATHS } from '../../../contract/lightning.ts'
import { icaosQuerySchema, strikesQuerySchema } from '../../../contract/live-queries.ts'
import { ALL_SUFFIX, METAR_PATHS } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { Source } from '../../sources/source.ts'
import { contractQueryOf } from '../../web/requests.ts'
import type { TokenProduct } from '../accounts/application.ts'
import type { ContractPolicy } from '../accounts/policy.ts'
import { createSlidingWindow, type SlidingWindow } from '../accounts/sliding-window.ts'
import type { JoinAnswers } from '../sockets/join-answers.ts'
import { complain, exactJson, jsonText } from './answers.ts'
import type { Admitted, createGate } from './gate.ts'
import { tooMany } from './gate.ts'
import { reportsJson } from './records-json.ts'
import { sendShared } from './shared-answers.ts'

/** A backfill takes a moment, and a broken line reconnects within seconds. */
const ASK_AGAIN_S = '2'

export interface SpecialRoutesDeps {
  source: Source
  joins: JoinAnswers
  clock: Clock
  policy: ContractPolicy
  gate: ReturnType<typeof createGate>
  addressOf(c: Context): string
}

/** HTTP of the dedicated line: tokens, strikes, latest reports, latency (DL §4). */
export function mountSpecialRoutes(app: Hono<Admitted>, deps: SpecialRoutesDeps): void {
  const { source, joins, gate } = deps

  for (const product of ['lightning', 'metar'] as const) {
    app.post(TOKEN_PATHS[product], gate(product, 'key'), (c) => issueToken(c, product, deps))
  }
  app.get(LIGHTNING_PATHS.strikes, gate('lightning'), (c) => strikes(c, joins))

  for (const parsed of [false, true]) {
    const path = parsed ? METAR_PATHS.parsed : METAR_PATHS.raw
    app.get(path, gate('metar'), async (c) => {
      return jsonText(c, `{"data":${reportsJson(await source.latestReports(icaosOf(c)), parsed)}}`)
    })
    // DL §4.6 does not document the form of /all; it follows its sibling.
    app.get(`${path}${ALL_SUFFIX}`, gate('metar'), async (c) => sendShared(c, await joins.reports(parsed)))
  }
  mountLatency(app, deps)
}

function issueToken(c: Context<Admitted>, product: TokenProduct, { policy, source }: SpecialRoutesDeps): Response {
  c.get('account').tokenIssued()
  const token = policy.issueToken(c.get('application'), product)
  const { simulated, replay } = source
  return exactJson(c, { ...token, ...(simulated && { simulated }), ...(replay && { replay }) })
}

async function strikes(c: Context, joins: JoinAnswers): Promise<Response> {
  const { minutes, bbox } = contractQueryOf(c, strikesQuerySchema)
  if (!(await joins.isUnknown(minutes))) return sendShared(c, await joins.strikes(minutes, bbox))
  const message = 'strikes of these minutes are unknown: the upstream line is down'
  return complain(c, 'lightning', { status: 503, message, headers: { 'retry-after': ASK_AGAIN_S } })
}

/** DL §4.7, §8: no authentication, limited per client address. */
function mountLatency(app: Hono<Admitted>, { source, clock, policy, addressOf }: SpecialRoutesDeps): void {
  const windows = new Map<string, SlidingWindow>()

  const refused = (c: Context): Response | null => {
    const address = addressOf(c)
    if (windows.size > 10_000) windows.clear()
    const open = () => createSlidingWindow(clock, policy.latencyRequestsPerSecond)
    const waitMs = heldOrMade(windows, address, open).take()
    return waitMs > 0
      ? tooMany(c, 'metar', `${policy.latencyRequestsPerSecond} requests per second per client address`, waitMs)
      : null
  }

  app.get(METAR_PATHS.latency, async (c) => refused(c) ?? exactJson(c, { data: await source.latency(icaosOf(c)) }))
  app.get(
    `${METAR_PATHS.latency}${ALL_SUFFIX}`,
    async (c) => refused(c) ?? exactJson(c, { data: await source.latency('all') }),
  )
}

function icaosOf(c: Context): string[] {
  return [...new Set(contractQueryOf(c, icaosQuerySchema).icaos.map((code) => code.toUpperCase()))]
}
