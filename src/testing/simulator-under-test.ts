import { pino } from 'pino'
import { MINUTE_MS } from '../core/time/durations.ts'
import { Emitter } from '../core/util/emitter.ts'
import type { ReportEvent, Source } from '../server/sources/source.ts'
import { createSimulatorServer } from '../simulator/program/simulator-server.ts'
import { loadSimAirports } from '../simulator/source/metar/sim-airports.ts'
import { createSyntheticSource } from '../simulator/source/synthetic-source.ts'
import type { Grant, Samples, ServerUnderTest } from './contract-suite/contract-suite-client.ts'
import { createClockDriver } from './fakes/clock-driver.ts'
import { createFakeClock, type FakeClock } from './fakes/fake-clock.ts'
import { openedReplay, VERMONT } from './replay-kit.ts'
import { serveOnFreePort } from './serve.ts'

export const SIMULATOR_KEY = 'sk-simulator-under-test'

/** Time of the first recorded strike before the start. */
const REPLAYED_BEFORE_MS = 4 * MINUTE_MS

/** Sample data of the synthetic world of seed 1. */
export const SIMULATOR_SAMPLES: Samples = {
  icaos: ['ZSPD', 'ZBAA'],
  stationId: '50100',
  point: { lat: 31.14, lon: 121.8 },
  box: { west: 100, south: 20, east: 105, north: 25 },
}

/**
 * A simulator on a free port; its world and its server use clocks of the test. `replays` is played there. With a
 * `quiet` world no reports arrive.
 */
export async function startSimulator(
  options: { unlimited?: boolean; clock?: FakeClock; replays?: typeof VERMONT; isQuiet?: boolean } = {},
) {
  const world = options.clock ?? createFakeClock()
  const clock = createFakeClock(world.now()) // the server's own, so that it can age alone
  const replay = options.replays ? await openedReplay(options.replays, world.now() - REPLAYED_BEFORE_MS) : null
  const made = createSyntheticSource({
    clock: world,
    seed: 1,
    recordsPerSecond: 20,
    storm: null,
    startedAtMs: world.now(),
    replay,
    airports: replay?.airports ?? loadSimAirports(),
  })
  const source = withArrivals(options.isQuiet ? { ...made, onReports: () => () => {} } : made)
  await source.start()
  const simulator = createSimulatorServer({
    source,
    clock,
    secret: 'a secret of enough characters',
    keys: [SIMULATOR_KEY],
    unlimited: options.unlimited ?? false,
    log: pino({ level: 'silent' }),
  })
  const served = await serveOnFreePort(simulator)

  return {
    url: served.url,
    wsUrl: served.wsUrl,
    clock,
    world,
    source,
    async close() {
      const closed = simulator.close()
      await clock.advance(5_000)
      await closed
      await served.close()
      await source.close()
    },
  }
}

export const SIMULATOR_GRANTS: readonly Grant[] = [
  'movesClock',
  'makesReports',
  'ownApplication',
  'upstreamLimits',
  'addressLimit',
  'keysOnly',
]

/** The simulator as the contract suite sees it. */
export function simulatorUnderTest(): Promise<ServerUnderTest> {
  return underTest({}, SIMULATOR_SAMPLES)
}

/** The same for a replay of recorded strikes. */
export function replayUnderTest(): Promise<ServerUnderTest> {
  return underTest({ replays: VERMONT }, { ...SIMULATOR_SAMPLES, icaos: ['KBTV', 'KSLK'] })
}

/** The same as a real one may be at night. */
export function quietUnderTest(): Promise<ServerUnderTest> {
  return underTest({ isQuiet: true }, SIMULATOR_SAMPLES)
}

async function underTest(options: Parameters<typeof startSimulator>[0], samples: Samples): Promise<ServerUnderTest> {
  const { url, wsUrl, clock, world, source, close } = await startSimulator(options)
  const { pass, during } = createClockDriver([world, clock])
  return {
    baseUrl: url,
    specialUrl: url,
    specialWsUrl: wsUrl,
    key: SIMULATOR_KEY,
    nowMs: clock.now,
    pass,
    during,
    samples,
    powers: {
      age: (ms) => clock.advance(ms),
      reportArrives: source.reportArrives,
    },
    close,
  }
}

/** `source`, and the power to have a report arrive now. */
function withArrivals(source: Source): Source & { reportArrives(icao: string): Promise<void> } {
  const arrivals = new Emitter<ReportEvent>()
  let count = 0
  return {
    ...source,
    onReports(listener) {
      const unsubscribe = [source.onReports(listener), arrivals.subscribe(listener)]
      return () => {
        for (const each of unsubscribe) each()
      }
    },
    async reportArrives(icao) {
      const [latest] = await source.latestReports([icao])
      if (!latest) throw new Error(`No report of ${icao} to send again.`)
      // Another text, since a client may know the report that is there already.
      arrivals.emit({ kind: 'reports', records: [{ ...latest, raw_metar: `${latest.raw_metar} RMK ${++count}` }] })
    },
  }
}

/** Requests to a simulator: its HTTP server dates responses by the machine's clock, not by the world's. */
export function createUndatedFetch() {
  let underWay = 0
  return {
    /** A response resolves when complete. */
    async fetch(url: string, init: RequestInit): Promise<Response> {
      underWay++
      try {
        const answer = await fetch(url, init)
        const headers = new Headers(answer.headers)
        headers.delete('date')
        const body = await answer.arrayBuffer()
        return new Response(answer.status === 204 ? null : body, { status: answer.status, headers })
      } finally {
        underWay--
      }
    },
    isAsked: () => underWay > 0,
  }
}
