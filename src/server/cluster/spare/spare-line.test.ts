import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../../../testing/fakes/fake-socket.ts'
import { createSpareLine } from './spare-line.ts'

const BATCH = { type: 'new_strikes', data: [] }

function setUp() {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  const line = createSpareLine({ open: () => sockets.openSocket('wss://line.example.com', {}), clock })
  return { clock, sockets, line }
}

it('holds a socket while it is wanted, and no longer', async () => {
  const { clock, sockets, line } = setUp()
  await clock.advance(10_000)
  expect([line.holds(), sockets.all.length]).toEqual([false, 0])
  line.want(true)
  line.want(true)
  expect([line.holds(), line.stands(), sockets.all.length]).toEqual([true, false, 1])
  sockets.newest.accept()
  sockets.newest.push(BATCH)
  expect(line.stands()).toBe(true)
  line.want(false)
  expect([line.holds(), line.stands(), sockets.held.length]).toEqual([false, false, 0])
})

it('opens another one where it ends, and waits longer each time where none stands', async () => {
  const { clock, sockets, line } = setUp()
  line.want(true)
  sockets.newest.accept()
  for (let i = 0; i < 20; i++) {
    sockets.newest.push(BATCH)
    await clock.advance(1_000)
  }
  sockets.newest.drop()
  expect(line.holds()).toBe(false)
  await clock.advance(300)
  expect(sockets.all).toHaveLength(2)
  const openedMs: number[] = []
  const startMs = clock.monotonicMs()
  for (let known = 2; clock.monotonicMs() - startMs < 300_000; ) {
    if (!sockets.newest.closed) sockets.newest.drop(4009)
    await clock.advance(250)
    if (sockets.all.length === known) continue
    known = sockets.all.length
    openedMs.push(clock.monotonicMs() - startMs)
  }
  expect(openedMs.map((ms) => Math.round(ms / 1_000))).toEqual([5, 15, 35, 75, 155, 235])
  line.close()
  expect(clock.pending).toBe(0)
})

it('opens another one where it is open and brings nothing', async () => {
  const { clock, sockets, line } = setUp()
  line.want(true)
  sockets.newest.accept()
  await clock.advance(9_000)
  expect(sockets.all).toHaveLength(1)
  await clock.advance(2_000)
  expect([sockets.all.length, sockets.all[0]!.closed, line.holds()]).toEqual([2, true, true])
})

it('belongs to whoever takes it', () => {
  const { sockets, line } = setUp()
  line.want(true)
  sockets.newest.accept()
  expect(line.take()).toBe(null)
  sockets.newest.push(BATCH)
  expect(line.take()).not.toBe(null)
  expect([line.holds(), line.take()]).toEqual([false, null])
  line.close()
  expect(sockets.newest.closed).toBe(false)
})
