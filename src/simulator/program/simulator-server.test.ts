import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { serveOnFreePort } from '../../testing/serve.ts'
import { probeSocket } from '../../testing/socket-probe.ts'
import { createSimulatorServer } from './simulator-server.ts'

const KEY = 'sk-simulator-key'
const AUTHORISED = { headers: { authorization: `Bearer ${KEY}` } }
const SOCKET = '/fast-lightning/ws/strikes'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function setUp(options: { keys?: string[]; unlimited?: boolean; faults?: boolean } = {}) {
  const source = new FakeSource()
  const secret = 'a secret of enough characters'
  const clock = createFakeClock()
  const simulator = createSimulatorServer({ source, clock, secret, log: pino({ level: 'silent' }), ...options })
  return {
    source,
    simulator,
    ask: (path: string, init: RequestInit = AUTHORISED) => simulator.app.request(path, init),
    fault: (wanted: object) =>
      simulator.app.request('/simulator/faults', { method: 'POST', body: JSON.stringify(wanted) }),
    async listen() {
      const served = await serveOnFreePort(simulator)
      cleanups.push(async () => {
        await simulator.close()
        await served.close()
      })
      return (path: string) => probeSocket(served.wsUrl + path, AUTHORISED)
    },
  }
}

describe('the simulator', () => {
  it('accepts every well-formed key without configuration, and only configured ones otherwise', async () => {
    expect((await setUp().ask('/v1/metar/stations')).status).toBe(200)
    expect((await setUp({ keys: [KEY] }).ask('/v1/metar/stations')).status).toBe(200)
    expect((await setUp({ keys: ['sk-another-key'] }).ask('/v1/metar/stations')).status).toBe(401)
  })

  it('keeps the limits of the documents, unless disabled', async () => {
    const statuses = async (unlimited: boolean) => {
      const { ask } = setUp({ unlimited })
      return Promise.all([1, 2, 3].map(async () => (await ask('/v1/metar/stations')).status))
    }
    expect(await statuses(false)).toEqual([200, 200, 429])
    expect(await statuses(true)).toEqual([200, 200, 200])
  })

  it('reports the requests of each application, by a name that does not reveal its key', async () => {
    const { ask } = setUp()
    await ask('/v1/fire-point/nearby?lon=113&lat=23')
    await ask('/fast-metar/auth/token', { ...AUTHORISED, method: 'POST' })
    await ask('/v1/fire-point/nearby?lon=113&lat=23')
    const status = await ask('/simulator/status', {})
    const text = await status.text()
    expect(text).not.toContain('sk-')
    expect(JSON.parse(text)).toMatchObject({
      simulated: true,
      unlimited: false,
      faults: null,
      applications: [
        {
          application: expect.stringMatching(/^app-[0-9a-f]{12}$/),
          requests: { total: 3, peakPerSecond: 3, rateLimited: 1 },
          sockets: { now: 0, peak: 0, refused: 0 },
          pointsSpent: 10,
          calls: { '/v1/fire-point/nearby?lat=23&lon=113': 1 },
          tokensIssued: 1,
        },
      ],
    })
    expect(status.headers.get('x-simulated')).toBe('true')
  })
})

describe('faults', () => {
  it('are available only if enabled at the start', async () => {
    expect((await setUp().fault({ rest: '500' })).status).toBe(404)
  })

  it('are rejected with the allowed values', async () => {
    const { fault } = setUp({ faults: true })
    for (const bad of [{ rest: '418' }, { sockets: 'close' }, { other: 1 }, 3]) {
      expect((await fault(bad as object)).status).toBe(400)
    }
  })

  it('turn every HTTP response into an error, until reset', async () => {
    const { ask, fault } = setUp({ faults: true, unlimited: true })
    for (const [rest, status] of [
      ['500', 500],
      ['429', 429],
      ['html', 502],
      [null, 200],
    ] as const) {
      expect(await (await fault({ rest })).json()).toEqual({ rest, sockets: null })
      expect((await ask('/v1/metar/stations')).status).toBe(status)
    }
  })

  it('close the open sockets with any code, once', async () => {
    const { listen, fault } = setUp({ faults: true })
    const connect = await listen()
    const socket = connect(SOCKET)
    await socket.opened
    await fault({ sockets: 'close:4008' })
    expect((await socket.closed).code).toBe(4008)
    await connect(SOCKET).opened
  })

  it('keep the sockets open and silent', async () => {
    const { source, listen, fault } = setUp({ faults: true })
    const socket = (await listen())(SOCKET)
    await socket.opened
    socket.send({ action: 'subscribe' })
    await socket.nextOf('subscribed')
    await fault({ sockets: 'silence' })
    source.batch(strikeRecord())
    await fault({ sockets: null })
    source.batch()
    expect(await socket.next()).toEqual({ type: 'new_strikes', data: [] })
  })

  it('cut the sockets and refuse new ones', async () => {
    const { listen, fault } = setUp({ faults: true })
    const connect = await listen()
    const socket = connect(SOCKET)
    await socket.opened
    await fault({ sockets: 'refuse' })
    expect((await socket.closed).code).toBe(1012)
    await expect(connect(SOCKET).opened).rejects.toThrow('503')
    await fault({ sockets: null })
    await connect(SOCKET).opened
  })
})
