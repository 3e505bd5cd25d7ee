import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Socket } from '../../client/session/environment.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import type { Clock } from '../../core/time/clock.ts'
import { seededRandom } from '../../core/util/random.ts'
import { createKeyring, keysByHash } from '../../server/contract/accounts/keyring.ts'
import { type ContractPolicy, simulatorPolicy, UPSTREAM_LIMITS } from '../../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../../server/contract/contract-server.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { Activity, countInflating } from './activity.ts'
import { HISTORY_FILE, openFaultRelay, type Relay } from './fault-relay.ts'
import { createFaultViewer } from './fault-viewer.ts'
import { ScriptedUpstream } from './scripted-upstream.ts'
import { Wire } from './wire.ts'

/** Lightning and airport reports. */
const LINES = 2
const KEY = 'sk-key-of-the-fault-world'
const log = pino({ level: 'silent' })

export interface FaultWorldOptions {
  seed: number | string
  viewers?: number
  strikesPerSecond?: number
  windowBy?: 'arrival' | 'strike'
  delayMs?: readonly [number, number]
  /** How far the upstream's clock and the viewers' are ahead of the relay's. */
  upstreamSkewMs?: number
  viewerSkewMs?: number
  /** At which age the upstream closes a socket; 24 hours by the document. */
  socketMaxAgeMs?: number
  /** Unsent bytes at which the relay disconnects a slow viewer. */
  maxBufferedBytes?: number
  /** Folder of the relay's history; null for memory only. By default there is none. */
  historyDir?: string | null
  /** Of the relay. */
  log?: Logger
}

/** A clock that follows `clock` and shows another time. */
function skewed(clock: Clock, skewMs = 0): Clock & { step(ms: number): void } {
  let offsetMs = skewMs
  return {
    ...clock,
    now: () => clock.now() + offsetMs,
    step(ms) {
      offsetMs += ms
    },
  }
}

/** A clock whose timers pause while its machine is busy. */
function heldUp<C extends Clock>(clock: C): C & { standStill(): void; goOn(): void } {
  let isStill = false
  const due = new Set<() => void>()

  const timer = (start: (run: () => void) => () => void, run: () => void) => {
    const cancel = start(() => (isStill ? void due.add(run) : run()))
    return () => {
      cancel()
      due.delete(run)
    }
  }

  return {
    ...clock,
    after: (delayMs, run) => timer((later) => clock.after(delayMs, later), run),
    every: (intervalMs, run) => timer((each) => clock.every(intervalMs, each), run),
    standStill() {
      isStill = true
    },
    goOn() {
      isStill = false
      for (const run of due) {
        due.delete(run)
        run()
      }
    },
  }
}

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
  return Object.assign(upstream, { server: createContractServer({ source, clock, policy, log }) })
}

/**
 * The complete path of a strike with one fake clock: a scripted upstream behind the contract's own server, the relay,
 * and screens, connected by wires with scheduled faults.
 */
export function createFaultWorld(options: FaultWorldOptions) {
  const activity = new Activity()
  const clock = createFakeClock(undefined, activity.rest)
  const stopCounting = countInflating(activity)
  const upstreamClock = skewed(clock, options.upstreamSkewMs)
  const relayClock = heldUp(skewed(clock))
  const upstream = createUpstream(upstreamClock, options)
  /** The relay's way to its upstream. */
  const line = new Wire({ clock, activity, server: () => upstream.server, serverClock: upstreamClock })
  const emitted: StrikeRecord[] = []
  let relays = 0
  let relay: Relay | null = null
  const viewers = Array.from({ length: options.viewers ?? 2 }, (_, i) => createViewer(`viewer ${i} of ${options.seed}`))

  const spare = { sinceMs: Number.POSITIVE_INFINITY, longestMs: 0 }
  clock.every(500, () => {
    const nowMs = clock.monotonicMs()
    const held = upstream.server.ledger()[0]?.sockets.now ?? 0
    spare.sinceMs = held > LINES ? Math.min(spare.sinceMs, nowMs) : Number.POSITIVE_INFINITY
    spare.longestMs = Math.max(spare.longestMs, nowMs - spare.sinceMs)
  })

  function openRelay(): Promise<Relay> {
    // Without a history a relay does not know what an earlier one sent.
    if (!options.historyDir) emitted.length = 0
    return openFaultRelay({
      ...options,
      clock: relayClock,
      line,
      apiKey: KEY,
      seed: `relay ${++relays} of ${options.seed}`,
      emitted: (records) => void emitted.push(...records),
    })
  }

  function createViewer(name: string) {
    const wire = new Wire({ clock, activity, server: () => relay?.server ?? null, serverClock: relayClock })
    return createFaultViewer({ clock: skewed(clock, options.viewerSkewMs), wire, relay: theRelay, name })
  }

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

  const world = {
    clock,
    activity,
    relayClock,
    upstream,
    line,
    viewers,
    hasHistory: options.historyDir !== undefined,
    hasFile: typeof options.historyDir === 'string',
    linkState: () => relay?.source.links().lightning.state ?? null,
    /** Moments, ms after its last data, at which a silent feed was called live. */
    calledLive: [] as number[],
    /** Every strike that left the relay. */
    emitted: emitted as readonly StrikeRecord[],
    /** Start of the first time that everything was live, monotonic ms. */
    beganMs: 0,
    get relay() {
      return theRelay()
    },
    /** Longest time with more sockets of the relay than lines. */
    longestSpareMs: () => spare.longestMs,
    isWell,
    pass: (ms: number) => clock.advance(ms),
    async start() {
      relay = await openRelay()
      const started = relay.source.start()
      await clock.advance(3_000)
      await started
      for (const viewer of viewers) viewer.start()
      await clock.advance(5_000)
      if (!isWell()) throw new Error('The world does not begin well.')
      world.beganMs = clock.monotonicMs()
    },
    /** The relay's process is blocked: its timers wait, and it does not read its upstream. */
    async standStill(forMs: number) {
      world.line.stall()
      relayClock.standStill()
      await clock.advance(forMs)
      world.line.resume()
      relayClock.goOn()
    },
    /** Opens another screen, which looks two hours back. */
    async openLate() {
      const viewer = createViewer(`late viewer of ${options.seed}`)
      viewers.push(viewer)
      viewer.strikes.reachBack(2 * 3_600_000)
      viewer.start()
      await clock.advance(30_000)
    },
    /** Other clients with the same key take this many sockets from any holder; the returned function releases them. */
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
    /** A viewer on `wire` that subscribes to strikes and reads nothing. */
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
    /** The same by `kill -9`, after which `damage` is done to its history. */
    async killRelay(damage: (file: string) => void) {
      const file = join(options.historyDir!, HISTORY_FILE)
      const written = [file, `${file}-wal`].map((path) => ({ path, bytes: readFileSync(path) }))
      await world.stopRelay()
      for (const { path, bytes } of written) writeFileSync(path, bytes)
      damage(file)
      // It may have forgotten the records of an earlier relay.
      emitted.length = 0
    },
    async startRelay() {
      relay = await openRelay()
      void relay.source.start() // which requests its upstream for as long as that takes
      await clock.advance(1_000)
    },
    async close() {
      for (const viewer of viewers) viewer.close()
      const closing = [relay?.close(), upstream.server.close(), upstream.source.close()]
      await clock.advance(5_000)
      await Promise.all(closing)
      stopCounting()
    },
  }
  return world
}
export type FaultWorld = ReturnType<typeof createFaultWorld>
