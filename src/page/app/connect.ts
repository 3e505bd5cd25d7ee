import { createReportFeed } from '../../client/feed/report-feed.ts'
import { createStrikeFeed } from '../../client/feed/strike-feed.ts'
import { createPast } from '../../client/history/past.ts'
import type { createStrikeHistory, StrikeHistory } from '../../client/history/strike-history.ts'
import { createContractApi } from '../../client/http/api.ts'
import { createAsk } from '../../client/http/ask.ts'
import { createContractHttp } from '../../client/http/contract-http.ts'
import { bodyOf, exchange, serverTimeOf, statusError } from '../../client/http/exchange.ts'
import { createBrowserEnvironment } from '../../client/session/browser-environment.ts'
import type { Environment } from '../../client/session/environment.ts'
import { createServerCheck } from '../../client/session/server-check.ts'
import { createServerClock } from '../../client/session/server-clock.ts'
import { createPageTokens } from '../../client/session/token-source.ts'
import type { createWatchAccess, WatchAccess } from '../../client/watch/watch-access.ts'
import { API_PATHS } from '../../contract/api-paths.ts'
import { pageConfigSchema } from '../../contract/brontide.ts'
import { parseJson } from '../../contract/json/json-mend.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { type Clock, delay, withSharedSeconds } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { createLiveData } from '../live/live-data.ts'
import type { ServerAccess } from '../live/server-access.ts'
import type { ServerConnection } from '../live/server-connection.ts'
import { takeEarlyConfig, takeEarlyToken } from '../map/opening/preload.ts'
import { usePage } from '../state/page-store.ts'
import { createLateSignIn } from './late-sign-in.ts'
import type { PageDesk } from './sign-in-desk.ts'

const CONFIG_TIMEOUT_MS = 10_000
/** Unattended screens must show within ten seconds of their server. */
const UNATTENDED_CONFIG_TIMEOUT_MS = 4_000

/** Parameters of requests to our own server. */
type Own = Parameters<typeof createWatchAccess>[0]

/**
 * Creates the page's access to its server: a clock corrected by server time, HTTP, the API, two live connections.
 * `wallCode` is the code of a wall link on its first use.
 */
export async function connect(
  browser: Environment = createBrowserEnvironment(),
  wallCode: string | null = null,
): Promise<{ connection: ServerConnection; desk: PageDesk }> {
  const clock = createServerClock(withSharedSeconds(browser.clock))
  const wakes = new Emitter<void>()
  const environment = environmentOf(browser, clock, wakes)
  const { origin } = location
  const unattended = () => usePage.getState().wall !== null

  const timeoutMs = unattended() ? UNATTENDED_CONFIG_TIMEOUT_MS : CONFIG_TIMEOUT_MS
  const how = { timeoutMs, name: `GET ${API_PATHS.config}` }
  const answer = (await takeEarlyConfig()) ?? (await exchange(environment, origin + API_PATHS.config, {}, how))
  const body = await bodyOf(answer, JSON.parse)
  if (answer.status !== 200) throw statusError(answer.status, how.name, body)
  const config = pageConfigSchema.parse(body)
  const sample = serverTimeOf(answer)
  if (sample) clock.observe(sample)

  const { desk, signOut } = createLateSignIn({
    environment,
    baseUrl: origin,
    clock,
    wallCode: config.access === 'password' ? wallCode : null,
  })
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
    gate: null, // our server enforces the upstream's rate limit for all of its pages
    parse: parseJson,
    onServerDate: clock.observe,
  })
  // Timers of a page that is not seen run late.
  const nextTurn = async () => document.hidden || delay(clock, 0)
  const api = createContractApi(http, { clock, nextTurn })
  const ask = createAsk(http)
  const strikeHistory = lateStrikeHistory({
    environment,
    baseUrl: origin,
    credential: async () => (await tokens.get('lightning')).value,
    dropCredential: (refused) => tokens.drop('lightning', refused),
  })
  const strikes = createStrikeFeed({
    environment,
    address: (withinMs) => tokens.socketAddress('lightning', LIGHTNING_PATHS.socket, withinMs),
    dropToken: () => tokens.drop('lightning'),
    parse: parseJson,
    api,
    history: strikeHistory,
    historyIsLive: config.delivery === 'relay',
    unattended,
  })
  const reports = createReportFeed({
    environment,
    address: (withinMs) => tokens.socketAddress('metar', METAR_PATHS.parsedSocket, withinMs),
    dropToken: () => tokens.drop('metar'),
    parse: parseJson,
    api,
    unattended,
    timed:
      config.delivery === 'relay' ? undefined : (await import('../../core/metar/observed-time.ts')).withObservedTime,
  })
  const own: Own = {
    environment,
    baseUrl: origin,
    // Our own server issues these tokens in every mode.
    credential: async () => (await tokens.get('standard')).value,
    dropCredential: (refused: string) => tokens.drop('standard', refused),
  }
  // A wall's alone, and long after the map.
  const tellHeals: ServerAccess['tellHeals'] = async (heals) => {
    const { createHealReport } = await import('../../client/session/heal-report.ts')
    return createHealReport(own)(heals)
  }
  const past = createPast({ ask, strikes: strikeHistory })
  const checkServer = createServerCheck({
    environment,
    baseUrl: origin,
    config,
    scripts: Array.from(document.scripts, ({ src }) => src).filter(Boolean),
    onServerDate: clock.observe,
  })
  const wake = () => wakes.emit()
  const server: ServerAccess = { config, api, ask, tellHeals, strikes, reports, past, clock, checkServer, wake }
  addOnDemand(server, own, signOut)
  return { connection: { ...server, live: createLiveData(server) }, desk }
}

/** Server functions that load their code on first use. */
function addOnDemand(server: ServerAccess, own: Own, signOut: () => Promise<void>): void {
  const { config, ask } = server
  if (config.hasOwnLayers) {
    server.layers = async () => (await import('../../client/layers/layer-access.ts')).createLayerAccess({ ...own, ask })
  }
  if (config.delivery === 'relay') {
    let access: WatchAccess | undefined
    server.watch = async () => {
      const [{ createWatchAccess }, { browserId }] = await Promise.all([
        import('../../client/watch/watch-access.ts'),
        import('../live/alarms/browser-id.ts'),
      ])
      access ??= createWatchAccess({ ...own, viewer: browserId() })
      return access
    }
  }
  if (config.access === 'password') {
    server.signOut = async () => {
      await signOut()
      await (await import('./sign-out-here.ts')).forgetHere(server.clock)
      location.reload() // removes received data from the screen too
    }
    server.walls = async () => (await import('../../client/session/walls.ts')).createWallAccess(own)
  }
}

/** The browser's environment with the server's clock; the page can also wake the connections. */
function environmentOf(browser: Environment, clock: Clock, wakes: Emitter<void>): Environment {
  return {
    ...browser,
    clock,
    onWake(listener) {
      const stops = [browser.onWake?.(listener), wakes.subscribe(listener)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
  }
}

/**
 * Live strikes show first: the code for past strikes loads on the first request, and requests until then wait for it.
 */
function lateStrikeHistory(options: Parameters<typeof createStrikeHistory>[0]): StrikeHistory {
  return {
    async read(...asked) {
      const { createStrikeHistory } = await import('../../client/history/strike-history.ts')
      return createStrikeHistory(options).read(...asked)
    },
  }
}
