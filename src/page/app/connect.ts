import { createContractApi } from '../client/api.ts'
import { createBrowserEnvironment } from '../client/browser-environment.ts'
import { createContractHttp } from '../client/contract-http.ts'
import type { Environment } from '../client/environment.ts'
import { bodyOf, exchange, serverTimeOf, statusError } from '../client/exchange.ts'
import { createPast } from '../client/past.ts'
import { createReportFeed } from '../client/report-feed.ts'
import { createServerClock } from '../client/server-clock.ts'
import { createServerLook } from '../client/server-look.ts'
import { createServerStatus } from '../client/server-status.ts'
import { createSession } from '../client/session.ts'
import { createStrikeFeed } from '../client/strike-feed.ts'
import { createStrikeHistory } from '../client/strike-history.ts'
import { createPageTokens } from '../client/token-source.ts'
import { API_PATHS } from '../contract/api-paths.ts'
import { pageConfigSchema } from '../contract/brontide.ts'
import { LIGHTNING_PATHS } from '../contract/lightning.ts'
import { METAR_PATHS } from '../contract/metar.ts'
import { Emitter } from '../core/emitter.ts'
import type { Contract } from '../shell/contract-context.ts'
import { takeEarlyConfig, takeEarlyToken } from '../shell/early.ts'
import { useShell } from '../shell/shell-store.ts'
import { createSignInDesk, type PageDesk } from './sign-in-desk.ts'

const CONFIG_TIMEOUT_MS = 10_000
/** A screen that nobody touches is up within ten seconds of its server. */
const UNATTENDED_CONFIG_TIMEOUT_MS = 4_000

/** Makes the page's access to its own server: one clock corrected by it, one HTTP, one API, two live lines. */
export async function connect(): Promise<{ contract: Contract; desk: PageDesk }> {
  const browser = createBrowserEnvironment()
  const clock = createServerClock(browser.clock)
  const wakes = new Emitter<void>()
  const environment: Environment = {
    ...browser,
    clock,
    onWake(listener) {
      const stops = [browser.onWake?.(listener), wakes.subscribe(listener)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
  }
  const { origin } = location
  const unattended = () => useShell.getState().wall !== null

  const timeoutMs = unattended() ? UNATTENDED_CONFIG_TIMEOUT_MS : CONFIG_TIMEOUT_MS
  const how = { timeoutMs, name: `GET ${API_PATHS.config}` }
  const answer = (await takeEarlyConfig()) ?? (await exchange(environment, origin + API_PATHS.config, {}, how))
  const body = bodyOf(answer, JSON.parse)
  if (answer.status !== 200) throw statusError(answer.status, how.name, body)
  const config = pageConfigSchema.parse(body)
  const sample = serverTimeOf(answer)
  if (sample) clock.observe(sample)

  const session = createSession({ environment, baseUrl: origin })
  const desk = createSignInDesk({ session, clock })
  const tokens = createPageTokens({
    environment,
    baseUrl: origin,
    onServerDate: clock.observe,
    desk,
    unattended,
    early: takeEarlyToken,
  })
  const http = createContractHttp({
    environment,
    bases: { standard: origin, special: origin },
    credential: async (product) => (await tokens.get(product)).value,
    dropCredential: tokens.drop,
    gate: null, // our server keeps the upstream's rate for all of its pages together
    parse: JSON.parse,
    onServerDate: clock.observe,
  })
  const api = createContractApi(http)
  const strikeHistory = createStrikeHistory({
    environment,
    baseUrl: origin,
    credential: async () => (await tokens.get('lightning')).value,
    dropCredential: (refused) => tokens.drop('lightning', refused),
  })
  const strikes = createStrikeFeed({
    environment,
    address: () => tokens.socketAddress('lightning', LIGHTNING_PATHS.socket),
    dropToken: () => tokens.drop('lightning'),
    parse: JSON.parse,
    api,
    history: strikeHistory,
    historyIsLive: config.delivery === 'relay',
    unattended,
  })
  const reports = createReportFeed({
    environment,
    address: () => tokens.socketAddress('metar', METAR_PATHS.parsedSocket),
    dropToken: () => tokens.drop('metar'),
    parse: JSON.parse,
    api,
    unattended,
  })
  async function signOut() {
    await session.signOut()
    location.reload() // what was received leaves the screen as well
  }
  const own = {
    environment,
    baseUrl: origin,
    // Our own server gives these tokens in every mode, whatever its upstream does.
    credential: async () => (await tokens.get('standard')).value,
    dropCredential: (refused: string) => tokens.drop('standard', refused),
  }
  const serverStatus = createServerStatus(own)
  // A wall's alone, and long after the map.
  const tellHeals: Contract['tellHeals'] = async (heals) => {
    const { createHealReport } = await import('../client/heal-report.ts')
    return createHealReport(own)(heals)
  }
  const past = createPast({ http, strikes: strikeHistory })
  const look = createServerLook({
    environment,
    baseUrl: origin,
    config,
    scripts: Array.from(document.scripts, ({ src }) => src).filter(Boolean),
    onServerDate: clock.observe,
  })
  const wake = () => wakes.emit()
  const contract = { config, api, serverStatus, tellHeals, strikes, reports, past, clock, look, wake }
  return { contract: config.access === 'password' ? { ...contract, signOut } : contract, desk }
}
