import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PATHS } from '../contract/auth.ts'
import { parseJsonExact } from '../contract/json-exact.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../contract/lightning.ts'
import { registerContractTests } from '../testing/contract-suite/contract-suite.ts'
import { createClockDriver } from '../testing/fakes/clock-driver.ts'
import { serveWhole, startRelayOverSimulator } from '../testing/relay-under-test.ts'
import { NORWAY, openedReplay } from '../testing/replay-kit.ts'
import { replayUnderTest, SIMULATOR_GRANTS, SIMULATOR_KEY, startSimulator } from '../testing/simulator-under-test.ts'
import { probeSocket } from '../testing/socket-probe.ts'

registerContractTests('the simulator that plays recorded strikes', replayUnderTest, SIMULATOR_GRANTS)

describe('recorded strikes through the door', () => {
  const AUTHORISED = { headers: { authorization: `Bearer ${SIMULATOR_KEY}` } }
  let simulator: Awaited<ReturnType<typeof startSimulator>>
  beforeAll(async () => {
    simulator = await startSimulator({ unlimited: true, replays: NORWAY })
  })
  afterAll(() => simulator.close())

  it('keep their order and precision, and are shifted by whole seconds', async () => {
    const { url, wsUrl, clock, world } = simulator
    const { playback } = await openedReplay(NORWAY, 0)
    const socket = probeSocket(wsUrl + LIGHTNING_PATHS.socket, AUTHORISED)
    await socket.opened
    socket.send({ action: 'subscribe' })
    await socket.nextOf('subscribed')
    const answer = await fetch(`${url}${LIGHTNING_PATHS.strikes}?minutes=5`, AUTHORISED)
    const before = parseJsonExact(await answer.text()) as { data: StrikeRecord[] }
    await createClockDriver([world, clock]).pass(20_000)
    await socket.ping()
    const pushed = socket.pending().flatMap(({ data }) => (Array.isArray(data) ? (data as StrikeRecord[]) : []))
    await socket.close()

    const got = [...before.data, ...pushed]
    const { seconds, nanoseconds, lats, lons } = playback.recording
    const first = seconds.findIndex((second) => second * 1_000 === playback.recordedFromMs)
    const shiftNs = BigInt(got[0]!.time) - BigInt(seconds[first]!) * 1_000_000_000n - BigInt(nanoseconds[first]!)
    expect(shiftNs % 1_000_000_000n).toBe(0n)
    expect(before.data.length).toBeGreaterThan(0)
    expect(pushed.length).toBeGreaterThan(0)
    expect(got.map(({ time, lat, lon }) => [time, lat, lon])).toEqual(
      got.map((_, i) => {
        const recordedNs = BigInt(seconds[first + i]!) * 1_000_000_000n + BigInt(nanoseconds[first + i]!)
        return [recordedNs + shiftNs, lats[first + i], lons[first + i]]
      }),
    )
  })

  it('are reported as simulated, with source and time', async () => {
    const token = await fetch(simulator.url + TOKEN_PATHS.lightning, { ...AUTHORISED, method: 'POST' })
    expect(await token.json()).toMatchObject({
      simulated: true,
      replay: { source: 'MET Norway', from: '2022-07-03T12:00:02Z', to: '2022-07-03T17:59:53Z' },
    })
  })

  it('are reported through a relay, too', async () => {
    const relay = await startRelayOverSimulator(serveWhole, { replays: NORWAY })
    const config = await (await fetch(`${relay.url}/api/config`, { headers: { 'x-user': 'somebody' } })).json()
    await relay.close()
    expect(config).toMatchObject({ simulated: true, replay: { source: 'MET Norway', from: '2022-07-03T12:00:02Z' } })
  })
})
