import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSocket } from '../../testing/fakes/fake-socket.ts'
import { createForgetfulHistory } from '../../testing/fakes/forgetful-history.ts'
import { readConfig } from '../config.ts'
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
  const seen = { reached: 0, asked: 0 }
  const points = createFakeCell()()
  const own = createOwnSource({
    ...{ config: read.config, log: pino({ level: 'silent' }), replay: null, points: points.cell },
    environment: {
      ...{ clock, random: () => 0.5 },
      async fetch() {
        seen.reached++
        seen.asked++
        throw new TypeError('no answer')
      },
      openSocket(url, headers) {
        seen.reached++
        const socket = new FakeSocket(url, headers)
        queueMicrotask(() => socket.onclose?.(1006, ''))
        return socket
      },
    },
    history: createForgetfulHistory() as never,
    eventLog: { purge: async () => {} },
    followed: { nowMs: clock.now, clockIsTold: () => false },
    spare: { take: () => null, freeSlot() {}, isSlotFree: () => true, used: () => 0 },
  })
  return { clock, own, seen, faults: points.faults }
}

const GAINED = { handedOver: false, quietMs: 0 }

it('opens no socket and asks nothing while the lease is not held, and does both when it is again', async () => {
  const { clock, own, seen } = setUp()
  let isHeld = true
  let mayAsk = true
  const opening = own.open({ hasLease: () => isHeld, isOver: () => !isHeld, mayAsk: () => mayAsk && isHeld })
  await clock.advance(1_000)
  const { source, gained } = await opening
  void source.start()
  await clock.advance(60_000)
  // It may write already, and has not heard yet how the lease was got.
  expect(seen.reached).toBe(0)
  gained(GAINED)
  await clock.advance(60_000)
  expect(seen.reached).toBeGreaterThan(3)
  isHeld = false
  const before = seen.reached
  await clock.advance(5 * 60_000)
  expect(seen.reached).toBe(before)
  isHeld = true
  await clock.advance(2 * 60_000)
  expect(seen.reached).toBeGreaterThan(before)
  mayAsk = false
  const asked = seen.asked
  const opened = seen.reached - asked
  await clock.advance(2 * 60_000)
  expect([seen.asked, seen.reached - seen.asked > opened]).toEqual([asked, true])
  await source.close()
})

it('waits for the points of the day as long as the lease is held: servers that agree anew answer about one thing first', async () => {
  const { clock, own, faults } = setUp()
  faults.isOut = true
  let isHeld = true
  const told: string[] = []
  const open = () =>
    void own.open({ hasLease: () => isHeld, isOver: () => !isHeld, mayAsk: () => isHeld }).then(
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
  isHeld = false
  await clock.advance(1_000)
  expect(told).toEqual(['opened', 'failed'])
})
