import { expect, it, onTestFinished } from 'vitest'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { createFakeCell } from '../../../testing/cluster/fake-cell.ts'
import { createFakeChannels } from '../../../testing/cluster/fake-channel.ts'
import { registerAccessStoreSuite } from '../../../testing/engines/access-store-suite.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { silentLog as log } from '../../../testing/fakes/silent-log.ts'
import { createSharedAccess, openSharedAccessStore } from './shared-access-store.ts'

/** Two processes, which start one after the other, and a session from before the first one. */
async function setUp() {
  const clock = createFakeClock()
  const openCell = createFakeCell()
  const openChannel = createFakeChannels()
  async function start() {
    const { cell, faults } = openCell()
    const { channel, faults: unheard } = openChannel()
    const reconnected = new Emitter<void>()
    const onReconnect = (listener: () => void) => reconnected.subscribe(listener)
    const store = await openSharedAccessStore({ cell, written: channel<null>('access'), onReconnect, clock, log })
    onTestFinished(store.close)
    await clock.advance(1)
    return { store, cell, faults, unheard, reconnected }
  }
  const session = (id: string) => ({ id, name: 'tower', password: 'line', startedMs: clock.now() })
  const old = session('old')
  await clock.advance(1)
  return { clock, start, session, old, a: await start(), b: await start() }
}

registerAccessStoreSuite('that several processes share', (clock) => {
  const { cell } = createFakeCell()()
  const written = createFakeChannels()().channel<null>('access')
  const { store } = createSharedAccess({ cell, written, onReconnect: () => () => {}, clock, log })
  onTestFinished(store.close)
  return store
})

it('sends the other process each sign-out at once, and of no other session', async () => {
  const { clock, a, b, session } = await setUp()
  let told = 0
  b.store.onEnded(() => told++)
  await a.store.endSession(session('a'))
  await clock.advance(0)
  expect([await b.store.hasEnded(session('a')), await b.store.hasEnded(session('b')), told]).toEqual([true, false, 1])
  // Both write at the same moment.
  await Promise.all([a, b].flatMap(({ store }, i) => [1, 2, 3].map((j) => store.endSession(session(`${i} ${j}`)))))
  await clock.advance(0)
  for (const { store } of [a, b])
    for (const id of ['0 1', '0 2', '0 3', '1 1', '1 2', '1 3'])
      expect(await store.hasEnded(session(id)), id).toBe(true)
})

it('ends sessions here at once during an outage of NATS, and elsewhere after it', async () => {
  const { clock, a, b, session } = await setUp()
  const before = session('before')
  await a.store.endSession(before)
  await clock.advance(1)
  const ended = session('a')
  for (const { faults } of [a, b]) faults.isOut = true
  const ending = a.store.endSession(ended)
  expect([await a.store.hasEnded(ended), await b.store.hasEnded(ended)]).toEqual([true, false])
  await clock.advance(2_000)
  await ending
  expect(await b.store.hasEnded(before)).toBe(true)
  for (const { faults } of [a, b]) faults.isOut = false
  await clock.advance(200)
  expect(await b.store.hasEnded(ended)).toBe(true)
})

it('reads missed changes after a reconnection, and within five seconds after a lost message', async () => {
  const { clock, a, b, session } = await setUp()
  b.unheard.isOut = true
  const first = session('first')
  const second = session('second')
  await a.store.endSession(first)
  await clock.advance(1)
  expect(await b.store.hasEnded(first)).toBe(false)
  b.reconnected.emit()
  await clock.advance(1)
  expect(await b.store.hasEnded(first)).toBe(true)
  await a.store.endSession(second)
  await clock.advance(5_000)
  expect(await b.store.hasEnded(second)).toBe(true)
})

it('ends all sessions if no sign-outs are stored, and keeps known ones if the stored ones are lost', async () => {
  const { clock, start, session, old, a } = await setUp()
  const { store, cell } = a
  const ended = session('ended')
  const other = session('other')
  expect([await store.hasEnded(old), await store.hasEnded(other)]).toEqual([true, false])
  await store.endSession(ended)
  for (const lost of ['', '{}']) {
    const stands = (await cell.read())!
    await cell.write(lost, stands.revision)
    await clock.advance(5_200)
    const next = await start()
    expect([await next.store.hasEnded(ended), await next.store.hasEnded(other)], lost).toEqual([true, false])
  }
})

it('admits a wall by its link at one process alone, and removes it at all', async () => {
  const { clock, a, b } = await setUp()
  const linkUntilMs = clock.now() + MINUTE_MS
  const wall = (await a.store.addWall({ name: 'hall', madeBy: 'tower', code: 'code', linkUntilMs }))!
  b.unheard.isOut = true
  const claims = await Promise.all([a, b].map(({ store }, i) => store.claimWall({ code: 'code', secret: `${i}` })))
  expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  b.unheard.isOut = false
  expect(await b.store.removeWall(wall.id)).toBe(true)
  await clock.advance(0)
  expect([await a.store.walls(), await b.store.walls()]).toEqual([[], []])
})
