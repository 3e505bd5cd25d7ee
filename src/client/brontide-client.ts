import type { Product } from '../contract/auth.ts'
import { parseJson } from '../contract/json/json-mend.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../contract/lightning.ts'
import { METAR_PATHS, type ReportRecord } from '../contract/metar.ts'
import type { Box } from '../core/geo/geo.ts'
import type { Clock } from '../core/time/clock.ts'
import { withoutEndSlashes } from '../core/util/without-end-slashes.ts'
import type { Feed, FeedEvent } from './feed/feed.ts'
import type { SocketAddress } from './feed/line/line-socket.ts'
import { createReportFeed } from './feed/report-feed.ts'
import { createStrikeFeed, type StrikeFeed } from './feed/strike-feed.ts'
import { createPast, type Past } from './history/past.ts'
import { createStrikeHistory } from './history/strike-history.ts'
import { createContractApi } from './http/api.ts'
import { type Ask, createAsk } from './http/ask.ts'
import type { ContractApi } from './http/contract-api.ts'
import { createContractHttp } from './http/contract-http.ts'
import type { Environment } from './session/environment.ts'
import { createServerClock } from './session/server-clock.ts'
import { createPageTokens } from './session/token-source.ts'
import { createWebEnvironment } from './session/web-environment.ts'

export { ContractError, type ContractErrorReason } from './http/contract-api.ts'
export type { Box, FeedEvent, ReportRecord, StrikeFeed, StrikeRecord }

export interface BrontideClientOptions {
  /** Where people open the map: `https://map.example.com`. */
  url: string
  /**
   * One of its `RELAY_KEYS_FILE`, for programs alone: a page's visitors would read it, and a browser's sockets can't carry
   * it. Without one the client gets tokens as a page does, which an open map gives to anybody.
   */
  key?: string
  /** In place of the platform's own clock, `fetch` and `WebSocket`. */
  environment?: Environment
}

/** What a program has of one Brontide. Calls reject with `ContractError`, or with the signal's reason when aborted. */
export interface BrontideClient {
  /** The contract's calls: latest strikes and reports, observations, forecasts, fires, airports. */
  api: ContractApi
  /** Anything else that `/api/openapi.json` describes, read by a schema. */
  ask: Ask
  /** What the server keeps of before now. */
  past: Past
  /** The server's clock, as far as its answers told it; what `observed` and `gap` of a feed are told by. */
  clock: Clock
  /**
   * The live line of strikes, of everywhere or of a box: begun by `start()`, ended by `close()`. It comes back by itself after
   * every break, brings each strike once, and tells what can't be had any more.
   */
  strikes(of?: { box?: Box }): StrikeFeed
  /** The same for airport reports. */
  reports(): Feed<FeedEvent<ReportRecord>>
}

/** Access to one Brontide, for a program that is not its page; nothing is asked before something is wanted. */
export function createBrontideClient(options: BrontideClientOptions): BrontideClient {
  const outside = options.environment ?? createWebEnvironment()
  const clock = createServerClock(outside.clock)
  const environment = { ...outside, clock }
  const baseUrl = withoutEndSlashes(options.url)
  const { credential, drop, socketAddress } = options.key
    ? passByKey(options.key, baseUrl)
    : passByTokens(environment, baseUrl, clock.observe)

  const http = createContractHttp({
    ...{ environment, credential, dropCredential: drop },
    parse: parseJson,
    bases: { standard: baseUrl, special: baseUrl },
    gate: null, // the server keeps the upstream's rate
    onServerDate: clock.observe,
  })
  const api = createContractApi(http, { clock })
  const ask = createAsk(http)
  const history = createStrikeHistory({
    ...{ environment, baseUrl },
    credential: () => credential('lightning'),
    dropCredential: (refused) => drop('lightning', refused),
  })
  const line = (product: Product, path: string) => ({
    ...{ environment, api },
    parse: parseJson,
    address: (withinMs?: number) => socketAddress(product, path, withinMs),
    dropToken: () => drop(product),
  })

  return {
    api,
    ask,
    past: createPast({ ask, strikes: history }),
    clock,
    strikes: ({ box } = {}) =>
      createStrikeFeed({ ...line('lightning', LIGHTNING_PATHS.socket), history, ...(box && { box }) }),
    reports: () => createReportFeed(line('metar', METAR_PATHS.parsedSocket)),
  }
}

/** How requests and sockets are let in. */
interface Passage {
  credential(product: Product): Promise<string>
  /** Forgets what was refused; where `value` is given, only if it is still that one. */
  drop(product: Product, value?: string): void
  socketAddress(product: Product, path: string, withinMs?: number): Promise<SocketAddress>
}

function passByKey(key: string, baseUrl: string): Passage {
  return {
    credential: async () => key,
    drop() {},
    socketAddress: async (_product, path) => ({
      url: baseUrl.replace(/^http/, 'ws') + path,
      headers: { authorization: `Bearer ${key}` },
    }),
  }
}

function passByTokens(
  environment: Pick<Environment, 'clock' | 'fetch'>,
  baseUrl: string,
  onServerDate: ReturnType<typeof createServerClock>['observe'],
): Passage {
  const { get, drop, socketAddress } = createPageTokens({ environment, baseUrl, onServerDate })
  return { credential: async (product) => (await get(product)).value, drop, socketAddress }
}
