import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Environment } from '../../client/session/environment.ts'
import { HTTP_REQUESTS_PER_SECOND } from '../../contract/limits.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSocket } from '../../testing/fakes/fake-socket.ts'
import { createForgetfulHistory } from '../../testing/fakes/forgetful-history.ts'
import { readConfig } from '../config/config.ts'
import { createOwnSource } from './own-source.ts'

const UPSTREAM = {
  UPSTREAM_BASE_URL: 'https://weather.example.com/',
  UPSTREAM_SPECIAL_URL: 'https://line.example.com/api',
  UPSTREAM_SPECIAL_WS_URL: 'wss://line.example.com',
  UPSTREAM_API_KEY: 'sk-of-an-upstream',
}

function setUp() {
  const clock = createFakeClock()
  const read = readConfig(UPSTREAM, { stormNames: [] })
  if (!read.ok) throw new Error('the settings are not read')
  const seen = { atMs: [] as number[] }
  const may = { ask: true, hold: true }
  const opened: FakeSocket[] = []
  const lineB: FakeSocket[] = []
  const environment: Environment = {
    clock,
    random: () => 0.5,
    async fetch() {
      seen.atMs.push(clock.monotonicMs())
      throw new TypeError('no answer')
    },
    openSocket(url, headers) {
      const socket = new FakeSocket(url, headers)
      opened.push(socket)
      return socket
    },
  }
  const points = createFakeCell()()
  const own = createOwnSource({
    config: read.config,
    log: pino({ level: 'silent' }),
    replay: null,
    points: points.cell,
    fence: { environment, mayAsk: () => may.ask, mayHoldSockets: () => may.hold },
    history: createForgetfulHistory() as never,
    eventLog: { purge: async () => {} },
    shared: { nowMs: clock.now, clockIsTold: () => true },
    takeSocket: () => lineB.splice(0)[0] ?? null,
  })
  return { clock, own, seen, may, lineB, opened, faults: points.faults }
}

it('keeps the rate across its epochs: calls of the one before may still be retried', async () => {
  const { clock, own, seen, may } = setUp()
  const first = await own.open()
  void first.start()
  await clock.advance(2_000)
  may.ask = may.hold = false
  await first.close()
  may.ask = may.hold = true
  void (await own.open()).start()
  await clock.advance(60_000)
  expect(seen.atMs.length).toBeGreaterThan(6)
  const inASecond = seen.atMs.map((ms) => seen.atMs.filter((each) => each >= ms && each - ms < 1_000).length)
  expect(Math.max(...inASecond)).toBe(HTTP_REQUESTS_PER_SECOND)
})

it('has the live socket of line B as its lightning line', async () => {
  const { clock, own, lineB, opened } = setUp()
  const taken = new FakeSocket('wss://line.example.com', {})
  lineB.push(taken)
  const source = await own.open()
  void source.start()
  await clock.advance(1_000)
  expect(opened.map(({ url }) => new URL(url).pathname)).toEqual(['/fast-metar/ws/parsed'])
  taken.accept()
  taken.push({ type: 'subscribed' })
  taken.push({ type: 'new_strikes', data: [] })
  await clock.advance(1_000)
  expect(source.links().lightning.state).toBe('live')
  taken.drop(4008)
  await clock.advance(5_000)
  expect(opened.some(({ url }) => url.includes('lightning'))).toBe(true)
  await source.close()
})

it('waits for the points of the day as long as its sockets may be open: servers that elect answer nothing', async () => {
  const { clock, own, may, faults } = setUp()
  faults.isOut = true
  const told: string[] = []
  const open = () =>
    void own.open().then(
      () => told.push('opened'),
      () => told.push('failed'),
    )
  open()
  await clock.advance(5_000)
  expect(told).toEqual([])
  faults.isOut = false
  await clock.advance(1_000)
  expect(told).toEqual(['opened'])
  faults.isOut = true
  open()
  await clock.advance(5_000)
  may.hold = false
  await clock.advance(1_000)
  expect(told).toEqual(['opened', 'failed'])
})
