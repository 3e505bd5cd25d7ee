import { pino } from 'pino'
import type { Clock } from '../core/time/clock.ts'
import { seededRandom } from '../core/util/random.ts'
import { readConfig } from '../server/config/config.ts'
import { createKeyring } from '../server/contract/accounts/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../server/contract/accounts/policy.ts'
import { createTokenIssuer } from '../server/contract/accounts/token-issuer.ts'
import { createContractServer } from '../server/contract/contract-server.ts'
import { createLocalHeldFires } from '../server/hazards/fires/local-held-fires.ts'
import { createAppServer } from '../server/http/app-server.ts'
import { openHttpFront } from '../server/http/http-front.ts'
import { createNodeEnvironment } from '../server/node-environment.ts'
import type { Source } from '../server/sources/source.ts'
import { openUpstreamSource } from '../server/sources/upstream/open-upstream-source.ts'
import type { ServerUnderTest } from './contract-suite/contract-suite-client.ts'
import { createClockDriver } from './fakes/clock-driver.ts'
import { createFakeClock } from './fakes/fake-clock.ts'
import { createForgetfulHistory } from './fakes/forgetful-history.ts'
import { serveOnFreePort } from './serve.ts'
import { createUndatedFetch, SIMULATOR_KEY, SIMULATOR_SAMPLES, startSimulator } from './simulator-under-test.ts'

const RELAY_KEY = 'sk-key-of-the-relay'
const SECRET = 'another secret of some length'

/** The relay's server: its address, and how to stop it. */
interface Served {
  url: string
  wsUrl: string
  /** Starts closing; open connections close as time passes. */
  close(): Promise<void>
}
type Serve = (deps: { source: Source; clock: Clock }) => Promise<Served>

/** The contract server alone, with the limits of a viewer. */
const serveContract: Serve = async ({ source, clock }) => {
  const tokens = createTokenIssuer({ secret: SECRET, clock })
  const keyring = createKeyring({ keys: new Map([[RELAY_KEY, 'suite']]), tokens, limits: RELAY_LIMITS })
  const log = pino({ level: 'silent' })
  const server = createContractServer({ source, clock, policy: relayPolicy(keyring), log })
  const { url, wsUrl, close } = await serveOnFreePort(server)
  return {
    url,
    wsUrl,
    async close() {
      await server.close()
      await close()
    },
  }
}

/** Everything on its origin, where viewers sign in and the key is one of `RELAY_KEYS_FILE`. */
export const serveWhole: Serve = async ({ source, clock }) => {
  const files: Record<string, string> = { keys: `suite: ${RELAY_KEY}\n` }
  const identity = { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'X-User', TRUSTED_PROXIES: '192.0.2.1' }
  const env = { ...identity, TOKEN_SECRET: SECRET, RELAY_KEYS_FILE: 'keys' }
  const read = readConfig(env, { stormNames: [], readFile: (path) => files[path]! })
  if (!read.ok) throw new Error(read.problems.join('; '))
  const app = createAppServer({
    config: read.config,
    source,
    clock,
    heldFires: createLocalHeldFires(clock),
    log: pino({ level: 'silent' }),
    version: '1',
    page: null,
    tiles: null,
    readText: async (path) => files[path]!,
  })
  const { port, close } = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}`,
    async close() {
      await Promise.all([app.close(), close()])
    },
  }
}

/** A relay with a rate-limited simulator as its upstream: two real servers, connected by real sockets. */
export async function startRelayOverSimulator(
  serve: Serve = serveContract,
  options: Parameters<typeof startSimulator>[0] = {},
) {
  const simulator = await startSimulator(options)
  const { world } = simulator
  const clock = createFakeClock(world.now())
  const { fetch, isAsked } = createUndatedFetch()
  const driver = createClockDriver([world, simulator.clock, clock], isAsked)
  const source = await openUpstreamSource({
    environment: { ...createNodeEnvironment(), clock: world, random: seededRandom(1), fetch },
    bases: { standard: simulator.url, special: simulator.url, specialWs: simulator.wsUrl },
    apiKey: SIMULATOR_KEY,
    pointsPerDay: 20_000,
    delivery: 'relay',
    log: pino({ level: 'silent' }),
    history: createForgetfulHistory(),
  })
  const served = await serve({ source, clock })
  await driver.during(source.start())
  const isLive = () => Object.values(source.links()).every(({ state }) => state === 'live')
  while (!isLive()) await driver.pass(100)

  return {
    url: served.url,
    wsUrl: served.wsUrl,
    key: RELAY_KEY,
    clock,
    driver,
    simulator,
    source,
    async close() {
      await driver.during(served.close())
      await driver.during(source.close())
      await simulator.close()
    },
  }
}

/** A relay as the contract suite sees it. */
export function relayUnderTest(relay: Awaited<ReturnType<typeof startRelayOverSimulator>>): ServerUnderTest {
  const { url, wsUrl, key, clock, driver, simulator, close } = relay
  return {
    baseUrl: url,
    specialUrl: url,
    specialWsUrl: wsUrl,
    key,
    nowMs: clock.now,
    ...driver,
    samples: SIMULATOR_SAMPLES,
    powers: {
      reportArrives: simulator.source.reportArrives,
    },
    close,
  }
}
