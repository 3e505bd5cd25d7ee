import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerContractTests } from '../testing/contract-suite/contract-suite.ts'
import { createSuiteClient } from '../testing/contract-suite/contract-suite-client.ts'
import { relayUnderTest, serveWhole, startRelayOverSimulator } from '../testing/relay-under-test.ts'
import type { AccountEntry } from './contract/accounts/accounts.ts'

registerContractTests('the relay over the simulator', async () => relayUnderTest(await startRelayOverSimulator()), [
  'makesReports',
  'ownApplication',
])
// Relay keys have the documented limits.
registerContractTests(
  'the whole relay, by a key of its file',
  async () => relayUnderTest(await startRelayOverSimulator(serveWhole)),
  ['makesReports', 'ownApplication', 'upstreamLimits'],
)

describe('the upstream cost of a relay with ten viewers', () => {
  const VIEWERS = 10
  let relay: Awaited<ReturnType<typeof startRelayOverSimulator>>
  let clients: ReturnType<typeof createSuiteClient>[]
  beforeAll(async () => {
    relay = await startRelayOverSimulator()
    clients = Array.from({ length: VIEWERS }, () => createSuiteClient(relayUnderTest(relay)))
  })
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.closeSockets()))
    await relay.close()
  })

  async function account(): Promise<AccountEntry> {
    const response = await fetch(`${relay.simulator.url}/simulator/status`)
    const { applications } = (await response.json()) as { applications: [AccountEntry] }
    expect(applications).toHaveLength(1)
    return applications[0]
  }

  it('is at most two sockets, two requests a second, and each charged response once', async () => {
    const { driver } = relay
    const ask = { header: relay.key }
    const questions: [string, Record<string, string>][] = [
      ['/v1/weather/observation/point/realtime', { lat: '31.14', lon: '121.8' }],
      ['/v1/weather/forecast/point/hourly', { latitude: '31.14', longitude: '121.8' }],
      ['/v1/fire-point/bbox', { min_lon: '100', min_lat: '20', max_lon: '105', max_lat: '25' }],
      ['/v1/metar/stations', {}],
      ['/fast-lightning/rest/strikes', { minutes: '5' }],
      ['/fast-metar/rest/parsed/all', {}],
    ]
    const watching = clients.map(async (client) => {
      await client.subscribe(await client.open('/fast-lightning/ws/strikes'))
      await client.subscribe(await client.open('/fast-metar/ws/parsed'), { icaos: ['*'] })
      return Promise.all(questions.map(([path, query]) => client.ask(path, query, ask)))
    })
    const answers = (await driver.during(Promise.all(watching))).flat()
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))

    const { sockets, requests, pointsSpent, calls } = await account()
    expect(sockets).toEqual({ now: 2, peak: 2, refused: 0 })
    expect(requests.peakPerSecond).toBeLessThanOrEqual(2)
    expect(requests.rateLimited).toBe(0)
    expect(Object.values(calls)).toEqual([1, 1, 1])
    expect(pointsSpent).toBe(30)
  })

  it('passes on every strike, digit for digit', async () => {
    const [client] = clients as [(typeof clients)[number]]
    const { driver } = relay
    const relayed = await driver.during(
      client.ask('/fast-lightning/rest/strikes', { minutes: '1' }, { header: relay.key }),
    )
    // Afterwards: strikes continue while the relay answers.
    const original = await driver.during(relay.simulator.source.strikes(5))
    const known = new Set(original.map(({ time, lat, lon }) => `${time}/${lat}/${lon}`))
    const { data } = relayed.body as { data: { time: bigint; lat: number; lon: number; arrived_at: string }[] }
    // The relay filters by its own time of receipt: its first backfill is older than the upstream's current data.
    const [oldest = ''] = original.map(({ arrived_at }) => String(arrived_at)).sort()
    const held = data.filter(({ arrived_at }) => arrived_at >= oldest)
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter(({ time, lat, lon }) => !known.has(`${time}/${lat}/${lon}`))).toEqual([])
  })
})
