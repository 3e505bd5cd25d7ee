import { pino } from 'pino'
import { createContractApi } from '../../client/api.ts'
import { createContractHttp } from '../../client/contract-http.ts'
import type { Socket } from '../../client/environment.ts'
import type { Feed, FeedEvent, FeedState } from '../../client/feed.ts'
import { createReportFeed } from '../../client/report-feed.ts'
import { createServerClock } from '../../client/server-clock.ts'
import { createStrikeFeed } from '../../client/strike-feed.ts'
import { createTokenSource, type Token } from '../../client/token-source.ts'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS, type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { METAR_PATHS, type ReportRecord, reportIdentity } from '../../contract/metar.ts'
import type { Clock } from '../../core/clock.ts'
import { seededRandom } from '../../core/random.ts'
import { createKeyring, keysByHash } from '../../server/contract/keyring.ts'
import {
  type ContractPolicy,
  RELAY_LIMITS,
  relayPolicy,
  simulatorPolicy,
  UPSTREAM_LIMITS,
} from '../../server/contract/policy.ts'
import { createTokenIssuer } from '../../server/contract/token-issuer.ts'
import { createContractServer } from '../../server/contract-server.ts'
import { createUpstreamSource } from '../../server/sources/upstream/upstream-source.ts'
import { createFakeClock, type FakeClock } from '../fake-clock.ts'
import { Activity } from './activity.ts'
import { ScriptedUpstream } from './scripted-upstream.ts'
import { Wire } from './wire.ts'

/** Lightning and airport reports. */
const LINES = 2

const KEY = 'sk-key-of-the-fault-world'
const log = pino({ level: 'silent' })

/** A clock that goes with `clock` and shows another time. */
export function skewed(clock: Clock, skewMs: number): Clock & { step(ms: number): void } {
  let offsetMs = skewMs
  return {
    now: () => clock.now() + offsetMs,
    monotonicMs: () => clock.monotonicMs(),
    after: (delayMs, run) => clock.after(delayMs, run),
    every: (intervalMs, run) => clock.every(intervalMs, run),
    step(ms) {
      offsetMs += ms
    },
  }
}

// --- upstream ---

function createUpstream(clock: Clock, options: FaultWorldOptions) {
  const source = new ScriptedUpstream({ clock, random: seededRandom(`world ${options.seed}`), ...options })
  const tokens = createTokenIssuer({ secret: 'secret of the upstream', clock })
  const keyring = createKeyring({ keys: keysByHash([KEY]), tokens, limits: UPSTREAM_LIMITS })
  const upstream = {
    source,
    /** False while it refuses the key. */
    acceptsKey: true,
  }
  const policy: ContractPolicy = {
    ...simulatorPolicy(keyring),
    ...(options.socketMaxAgeMs && { socketMaxAgeMs: options.socketMaxAgeMs }),
    verify: (credential, product) => (upstream.acceptsKey ? keyring.verify(credential, product) : null),
  }
  const server = createContractServer({ source, clock, policy, log })
  return Object.assign(upstream, { server })
}

// --- relay ---

function createRelay(clock: Clock, wire: Wire, { seed, maxBufferedBytes }: FaultWorldOptions) {
  const source = createUpstreamSource({
    environment: { clock, random: seededRandom(`relay ${seed}`), fetch: wire.fetch, openSocket: wire.openSocket },
    bases: { standard: 'http://upstream.test', special: 'http://upstream.test', specialWs: 'ws://upstream.test' },
    apiKey: KEY,
    pointsPerDay: 20_000,
    delivery: 'relay',
    log,
  })
  const tokens = createTokenIssuer({ secret: 'secret of the relay', clock })
  const keyring = createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS })
  const policy = relayPolicy(keyring, maxBufferedBytes === undefined ? {} : { maxBufferedBytes })
  const server = createContractServer({ source, clock, policy, log })
  const emitted: StrikeRecord[] = []
  source.onStrikes((event) => event.kind === 'batch' && emitted.push(...event.records))
  return {
    source,
    server,
    tokens,
    /** Every strike that left it. */
    emitted,
    async close() {
      const closed = server.close()
      await source.close()
      return closed
    },
  }
}
export type Relay = ReturnType<typeof createRelay>

// --- viewers ---

interface Told {
  fromMs: number
  toMs: number
}

/** A screen: the page's own client, which puts together what a page puts together. */
function createViewer(deps: { clock: Clock; wire: Wire; relay: () => Relay; seed: string }) {
  const { wire, relay } = deps
  const clock = createServerClock(deps.clock)
  const environment = { clock, random: seededRandom(deps.seed), fetch: wire.fetch, openSocket: wire.openSocket }
  const mint = (product: 'lightning' | 'metar') =>
    createTokenSource<Token>({
      clock,
      async mint() {
        const { token } = relay().tokens.issue(product, deps.seed)
        return { value: token, expiresAtMs: clock.now() + 300_000 }
      },
    })
  const tokens = { lightning: mint('lightning'), metar: mint('metar') }
  const http = createContractHttp({
    environment,
    bases: { standard: 'http://relay.test', special: 'http://relay.test' },
    credential: async (product) => (await tokens[product as 'lightning'].get()).value,
    dropCredential: (product, refused) => tokens[product as 'lightning'].drop(refused),
    gate: null,
    parse: parseJsonExact,
    onServerDate: clock.observe,
  })
  const api = createContractApi(http)
  const feedOf = (product: 'lightning' | 'metar', path: string) => ({
    environment,
    api,
    parse: parseJsonExact,
    dropToken: () => tokens[product].drop(),
    address: async () => ({ url: `ws://relay.test${path}?token=${(await tokens[product].get()).value}`, headers: {} }),
  })
  const strikes = createStrikeFeed(feedOf('lightning', LIGHTNING_PATHS.socket))
  const reports = createReportFeed(feedOf('metar', METAR_PATHS.parsedSocket))

  const seen = { strikes: new Map<string, number>(), reports: new Map<string, number>() }
  const gaps: { strikes: Told[]; reports: Told[] } = { strikes: [], reports: [] }
  const count = (into: Map<string, number>, ids: string[]) => {
    for (const id of ids) into.set(id, (into.get(id) ?? 0) + 1)
  }
  follow<StrikeRecord>(strikes, (records) => count(seen.strikes, records.map(strikeIdentity)), gaps.strikes)
  follow<ReportRecord>(reports, (records) => count(seen.reports, records.map(reportIdentity)), gaps.reports)

  return {
    wire,
    clock,
    strikes,
    reports,
    seen,
    gaps,
    states: (): { strikes: FeedState; reports: FeedState } => ({
      strikes: strikes.status().state,
      reports: reports.status().state,
    }),
    start() {
      strikes.start()
      reports.start()
    },
    close() {
      strikes.close()
      reports.close()
    },
  }
}
export type Viewer = ReturnType<typeof createViewer>

function follow<R>(feed: Feed<FeedEvent<R>>, records: (records: R[]) => void, gaps: Told[]): void {
  feed.subscribe((event) => {
    if (event.kind === 'records') records(event.records)
    if (event.kind === 'gap') gaps.push({ fromMs: event.fromMs, toMs: event.toMs })
  })
}

// --- all of it ---

export interface FaultWorldOptions {
  seed: number | string
  viewers?: number
  strikesPerSecond?: number
  windowBy?: 'arrival' | 'strike'
  /** How far the upstream's clock and the viewers' are ahead of the relay's. */
  upstreamSkewMs?: number
  viewerSkewMs?: number
  /** At which age the upstream closes a socket; 24 hours by the document. */
  socketMaxAgeMs?: number
  /** Past which the relay gives up a viewer who does not read. */
  maxBufferedBytes?: number
}

/**
 * The whole way of a strike, by one fake clock: a scripted upstream behind the contract's own server, the relay, and
 * screens, joined by wires that fail as they are told.
 */
export function createFaultWorld(options: FaultWorldOptions) {
  const activity = new Activity()
  const clock: FakeClock = createFakeClock(undefined, activity.rest)
  const upstreamClock = skewed(clock, options.upstreamSkewMs ?? 0)
  const relayClock = skewed(clock, 0)
  const upstream = createUpstream(upstreamClock, options)
  /** The relay's way to its upstream. */
  const line = new Wire({ clock, activity, server: () => upstream.server, serverClock: upstreamClock })
  let relay: Relay | null = createRelay(relayClock, line, options)
  const viewers = Array.from({ length: options.viewers ?? 2 }, (_, i) =>
    createViewer({
      clock: skewed(clock, options.viewerSkewMs ?? 0),
      wire: new Wire({ clock, activity, server: () => relay?.server ?? null, serverClock: relayClock }),
      relay: theRelay,
      seed: `viewer ${i} of ${options.seed}`,
    }),
  )

  const spare = { sinceMs: Number.POSITIVE_INFINITY, longestMs: 0 }
  clock.every(500, () => {
    const nowMs = clock.monotonicMs()
    const held = upstream.server.ledger()[0]?.sockets.now ?? 0
    spare.sinceMs = held > LINES ? Math.min(spare.sinceMs, nowMs) : Number.POSITIVE_INFINITY
    spare.longestMs = Math.max(spare.longestMs, nowMs - spare.sinceMs)
  })

  function theRelay(): Relay {
    if (!relay) throw new Error('There is no relay at the moment.')
    return relay
  }

  function isWell(): boolean {
    const links = relay ? Object.values(relay.source.links()) : []
    return (
      links.length > 0 &&
      links.every(({ state }) => state === 'live') &&
      viewers.every((viewer) => Object.values(viewer.states()).every((state) => state === 'live'))
    )
  }

  return {
    clock,
    upstreamClock,
    relayClock,
    upstream,
    line,
    viewers,
    get relay() {
      return theRelay()
    },
    /** The longest that the relay held more sockets than it has lines. */
    longestSpareMs: () => spare.longestMs,
    pass: (ms: number) => clock.advance(ms),
    isWell,
    async start() {
      const started = theRelay().source.start()
      await clock.advance(3_000)
      await started
      for (const viewer of viewers) viewer.start()
      await clock.advance(5_000)
      if (!isWell()) throw new Error('The world does not begin well.')
      this.beganMs = clock.monotonicMs()
    },
    /** Since when everything was live for the first time: monotonic ms. */
    beganMs: 0,
    /** Others with the same key hold this many sockets, whoever had them before; the answer lets go of them. */
    takeSlots(count: number): () => void {
      upstream.server.closeAll(1001, 'others come')
      const others = new Wire({ clock, activity, server: () => upstream.server })
      const authorization = `Bearer ${KEY}`
      const sockets = Array.from({ length: count }, () =>
        others.openSocket(`ws://upstream.test${METAR_PATHS.rawSocket}`, { authorization }),
      )
      return () => {
        for (const socket of sockets) socket.close()
      }
    },
    /** A viewer on `wire` who subscribes to strikes and reads nothing. */
    async subscribeUnread(wire: Wire): Promise<Socket> {
      const { token } = theRelay().tokens.issue('lightning', 'who never reads')
      const socket = wire.openSocket(`ws://relay.test${LIGHTNING_PATHS.socket}?token=${token}`, {})
      socket.onopen = () => socket.send('{"action":"subscribe"}')
      await clock.advance(200)
      wire.sockets.at(-1)!.toClient.stalled = true
      return socket
    },
    async stopRelay() {
      const closed = theRelay().close()
      relay = null
      await clock.advance(3_000)
      await closed
    },
    async startRelay() {
      relay = createRelay(relayClock, line, { ...options, seed: `${options.seed} again` })
      const started = relay.source.start()
      await clock.advance(1_000)
      await started
    },
    async close() {
      for (const viewer of viewers) viewer.close()
      const closing = [relay?.close(), upstream.server.close(), upstream.source.close()]
      await clock.advance(5_000)
      await Promise.all(closing)
    },
  }
}
export type FaultWorld = ReturnType<typeof createFaultWorld>
