import type { Product } from '../contract/auth.ts'
import { parseJson } from '../contract/json/json-mend.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../contract/lightning.ts'
import { METAR_PATHS, type ReportRecord } from '../contract/metar.ts'
import type { Box } from '../core/geo/geo.ts'
import { type Clock, systemClock } from '../core/time/clock.ts'
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
import {
  adaptSocket,
  type BrowserScope,
  type BrowserSocket,
  createBrowserEnvironment,
  onSleep,
} from './session/browser-environment.ts'
import type { Environment } from './session/environment.ts'
import { createServerClock } from './session/server-clock.ts'
import { createPageTokens } from './session/token-source.ts'

/** Web APIs of Node 22 and later; its sockets send headers. */
export interface NodeScope {
  fetch(url: string, init: RequestInit): Promise<Response>
  WebSocket: new (url: string, options: { headers: Record<string, string> }) => BrowserSocket
}

export { ContractError, type ContractErrorReason } from './http/contract-api.ts'
export type { Box, FeedEvent, ReportRecord, StrikeFeed, StrikeRecord }

export interface BrontideClientOptions {
  /** Public origin of the map: `https://map.example.com`. */
  url: string
  /**
   * A key of its `RELAY_KEYS_FILE`, for programs only: a page would expose it to visitors, and browser sockets cannot
   * send it. Without one the client obtains tokens like a page, which an open map issues to any client.
   */
  key?: string
  /** Replaces the platform's clock, `fetch` and `WebSocket`. */
  environment?: Environment
}

/** A client of one Brontide server. Calls reject with `ContractError`, or with the signal's reason when aborted. */
export interface BrontideClient {
  /** The contract's calls: latest strikes and reports, observations, forecasts, fires, airports. */
  api: ContractApi
  /** Other endpoints described in `/api/openapi.json`, parsed by a schema. */
  ask: Ask
  /** Stored history of the server. */
  past: Past
  /** The server's clock, as known from its responses; `observed` and `gap` events use it. */
  clock: Clock
  /**
   * The live line of strikes, worldwide or in a box: started by `start()`, ended by `close()`. It reconnects after
   * every break, delivers each strike once, and reports lost periods.
   */
  strikes(of?: { box?: Box }): StrikeFeed
  /** The same for airport reports. */
  reports(): Feed<FeedEvent<ReportRecord>>
}

/** Client for programs other than the server's own page; sends no request before the first call. */
export function createBrontideClient(options: BrontideClientOptions): BrontideClient {
  const outside = options.environment ?? createWebEnvironment()
  const clock = createServerClock(outside.clock)
  const environment = { ...outside, clock }
  const baseUrl = withoutEndSlashes(options.url)
  const { credential, drop, socketAddress } = options.key
    ? passByKey(options.key, baseUrl)
    : passByTokens(environment, baseUrl, clock.observe)

  const http = createContractHttp({
    environment,
    credential,
    dropCredential: drop,
    parse: parseJson,
    bases: { standard: baseUrl, special: baseUrl },
    gate: null, // the server enforces the upstream's rate
    onServerDate: clock.observe,
  })
  const api = createContractApi(http, { clock })
  const ask = createAsk(http)
  const history = createStrikeHistory({
    environment,
    baseUrl,
    credential: () => credential('lightning'),
    dropCredential: (refused) => drop('lightning', refused),
  })
  const line = (product: Product, path: string) => ({
    environment,
    api,
    parse: parseJson,
    address: (withinMs?: number) => socketAddress(product, path, withinMs),
    dropToken: () => drop(product),
  })

  return {
    api,
    ask,
    past: createPast({ ask, strikes: history }),
    clock,
    strikes: ({ box } = {}) => createStrikeFeed({ ...line('lightning', LIGHTNING_PATHS.socket), history, box }),
    reports: () => createReportFeed(line('metar', METAR_PATHS.parsedSocket)),
  }
}

/** Credentials of requests and sockets. */
interface Passage {
  credential(product: Product): Promise<string>
  /** Drops a refused credential; with `value` only if it is still the current one. */
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

/** The production environment of a page, a worker, or Node. Throws on a Node without WebSocket. */
export function createWebEnvironment(
  scope: BrowserScope | NodeScope = globalThis as unknown as BrowserScope | NodeScope,
  clock: Clock = systemClock,
): Environment {
  if ('addEventListener' in scope) return createBrowserEnvironment(scope, clock)
  if (typeof scope.WebSocket !== 'function')
    throw new Error('WebSocket is not available: use Node 22 or later, or pass an environment with openSocket')
  return {
    clock,
    random: Math.random,
    // Redirects are not followed, so that a key is sent only to the configured address.
    fetch: (url, init) => scope.fetch(url, { ...init, redirect: 'manual' }),
    openSocket: (url, headers) => adaptSocket(new scope.WebSocket(url, { headers })),
    onWake: (listener) => onSleep(clock, listener),
  }
}
