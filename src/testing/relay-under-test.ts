import { pino } from 'pino'
import { seededRandom } from '../core/random.ts'
import { createKeyring } from '../server/contract/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../server/contract/policy.ts'
import { createTokenIssuer } from '../server/contract/token-issuer.ts'
import { createContractServer } from '../server/contract-server.ts'
import { createNodeEnvironment } from '../server/node-environment.ts'
import { createUpstreamSource } from '../server/sources/upstream/upstream-source.ts'
import { createClockDriver } from './clock-driver.ts'
import type { ServerUnderTest } from './contract-suite-client.ts'
import { createFakeClock } from './fake-clock.ts'
import { serveOnFreePort } from './serve.ts'
import { SIMULATOR_KEY, SIMULATOR_SAMPLES, startSimulator } from './simulator-under-test.ts'

const RELAY_KEY = 'sk-key-of-the-relay'

/** A relay whose upstream is a simulator with its limits on: two real servers, and real sockets between them. */
export async function startRelayOverSimulator() {
  const simulator = await startSimulator()
  const { world } = simulator
  const clock = createFakeClock(world.now())
  const driver = createClockDriver([world, simulator.clock, clock])
  const log = pino({ level: 'silent' })
  const source = createUpstreamSource({
    environment: { ...createNodeEnvironment(), clock: world, random: seededRandom(1) },
    bases: { standard: simulator.url, special: simulator.url, specialWs: simulator.wsUrl },
    apiKey: SIMULATOR_KEY,
    pointsPerDay: 20_000,
    delivery: 'relay',
    log,
  })
  const tokens = createTokenIssuer({ secret: 'another secret of some length', clock })
  const keyring = createKeyring({ keys: new Map([[RELAY_KEY, 'suite']]), tokens, limits: RELAY_LIMITS })
  const server = createContractServer({ source, clock, policy: relayPolicy(keyring), log })
  const served = await serveOnFreePort(server)
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
      await driver.during(server.close())
      await served.close()
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
      age: (ms) => clock.advance(ms),
      reportArrives: simulator.source.reportArrives,
      ownApplication: true,
    },
    close,
  }
}
