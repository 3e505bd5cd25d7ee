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

it('opens no socket and asks nothing while the lease is not held, and does both when it is again', async () => {
  const clock = createFakeClock()
  const read = readConfig(UPSTREAM, { stormNames: [] })
  if (!read.ok) throw new Error('the settings are not read')
  let [isHeld, reached] = [true, 0]
  const own = createOwnSource({
    ...{ config: read.config, log: pino({ level: 'silent' }), replay: null, points: createFakeCell()().cell },
    environment: {
      ...{ clock, random: () => 0.5 },
      async fetch() {
        reached++
        throw new TypeError('no answer')
      },
      openSocket(url, headers) {
        reached++
        const socket = new FakeSocket(url, headers)
        queueMicrotask(() => socket.onclose?.(1006, ''))
        return socket
      },
    },
    history: createForgetfulHistory() as never,
    eventLog: { purge: async () => {} },
    followed: { nowMs: clock.now, clockIsTold: () => false },
  })
  const opening = own.open({ again: false, handedOver: false, quietMs: 0 }, () => isHeld)
  await clock.advance(1_000)
  const source = await opening
  void source.start()
  await clock.advance(60_000)
  expect(reached).toBeGreaterThan(3)
  isHeld = false
  const before = reached
  await clock.advance(5 * 60_000)
  expect(reached).toBe(before)
  isHeld = true
  await clock.advance(2 * 60_000)
  expect(reached).toBeGreaterThan(before)
  await source.close()
})
