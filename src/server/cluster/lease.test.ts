import { expect, it } from 'vitest'
import { delay } from '../../core/time/clock.ts'
import { createFakeCell } from '../../testing/cluster/fake-cell.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLog } from '../config/log.ts'
import { createLease, LEASE_MS, MARGIN_MS } from './lease.ts'

/** A cell, a process that holds the lease, and another one that waits for it. */
async function setUp() {
  const clock = createFakeClock()
  const openWay = createFakeCell()
  const { cell: record } = openWay()
  function join(id: string) {
    const { cell, faults } = openWay()
    const events: string[] = []
    const tokens: number[] = []
    const lines: string[] = []
    const state = { answersTakeMs: 0, askedMs: 0 }
    async function write(text: string, revision: number | null) {
      const askedMs = clock.monotonicMs()
      const stored = await cell.write(text, revision)
      if (state.answersTakeMs > 0) await delay(clock, state.answersTakeMs)
      state.askedMs = askedMs
      return stored
    }
    const lease = createLease({
      cell: { read: cell.read, write },
      role: 'leader',
      id,
      clock,
      log: createLog('info', { write: (line) => void lines.push(line) }),
      onGained({ token, again }) {
        tokens.push(token)
        events.push(again ? 'gained again' : 'gained')
      },
      onLost: ({ ranOut }) => events.push(ranOut ? 'ran out' : 'lost'),
      onTaken: () => events.push('taken'),
    })
    return { lease, events, tokens, lines, state, faults }
  }
  const first = join('first')
  await clock.advance(600)
  const second = join('second')
  await clock.advance(600)
  return {
    clock,
    first,
    second,
    /** Replaces the record. */
    async store(text: string) {
      await record.write(text, (await record.read())?.revision ?? null)
    },
    holder: async () => JSON.parse((await record.read())!.text).holder,
    /** Advances the clock until the lease is held, or not. */
    async until({ lease }: typeof first, isHeld: boolean) {
      const fromMs = clock.monotonicMs()
      while (lease.isHeld() !== isHeld && clock.monotonicMs() - fromMs < 10 * LEASE_MS.leader) await clock.advance(10)
      return clock.monotonicMs() - fromMs
    },
  }
}

it('ends at its holder before another process takes it, which has a higher token', async () => {
  const { clock, first, second, until } = await setUp()
  first.faults.isOut = true
  expect(await until(first, false)).toBeLessThanOrEqual(LEASE_MS.leader - MARGIN_MS + 50)
  expect(second.events).toEqual([])
  await clock.advance(1_000)
  expect([first.events, second.events]).toEqual([['gained', 'ran out'], ['gained']])
  expect(second.tokens[0]).toBeGreaterThan(first.tokens[0]!)
  expect([first.lease.token(), second.lease.token()]).toEqual([null, second.tokens[0]])
  expect(JSON.parse(second.lines[0]!)).toMatchObject({ msg: 'lease gained', fencingToken: second.tokens[0] })
  // The time without other holders counts from the last change of the record.
  expect(second.lease.aloneMs()).toBeGreaterThanOrEqual(LEASE_MS.leader)
  expect(second.lease.aloneMs()).toBeLessThan(LEASE_MS.leader + 3_000)
})

it('lasts as long as its record says, which may be another duration than ours, and while that cannot be read', async () => {
  const { clock, store, first, second } = await setUp()
  first.faults.isOut = true
  await store('not a record')
  await clock.advance(10_000)
  await store(JSON.stringify({ holder: 'another version', forMs: 20_000, asksForMs: 550 }))
  await clock.advance(20_000)
  expect(second.events).toEqual([])
  await clock.advance(1_000)
  expect(second.events).toEqual(['gained'])
})

it.each(['sleep', 'step'] as const)('is not held after a %s of the clock, without a timer', async (passes) => {
  const { clock, first } = await setUp()
  const { lease } = first
  expect(lease.isHeld()).toBe(true)
  clock[passes](LEASE_MS.leader)
  expect([lease.isHeld(), lease.token(), lease.aloneMs()]).toEqual([false, null, 0])
})

it('is gained again at once by its former holder after an outage of the cell', async () => {
  const { clock, first, second } = await setUp()
  first.faults.isOut = second.faults.isOut = true
  await clock.advance(30_000)
  expect([first.events, second.events]).toEqual([['gained', 'ran out'], []])
  second.faults.isOut = false
  await clock.advance(500)
  first.faults.isOut = false
  await clock.advance(1_000)
  expect([first.events, second.events]).toEqual([['gained', 'ran out', 'gained again'], []])
})

it('lasts from before its holder asked, however late the answer comes', async () => {
  const { clock, first, until } = await setUp()
  first.state.answersTakeMs = 900
  await clock.advance(10_000)
  expect(first.events).toEqual(['gained'])
  first.faults.isOut = true
  await until(first, false)
  expect(clock.monotonicMs() - first.state.askedMs).toBeLessThan(LEASE_MS.leader - MARGIN_MS + 20)
})

it('is not extended by a renewal whose answer was lost', async () => {
  const { clock, first, second } = await setUp()
  second.faults.isOut = true
  first.faults.losesAnswers = true
  await clock.advance(LEASE_MS.leader)
  expect([first.lease.isHeld(), first.events]).toEqual([false, ['gained', 'ran out']])
})

it('is lost as soon as a renewal meets the record of another process', async () => {
  const { clock, first, store } = await setUp()
  await store(JSON.stringify({ holder: 'third', forMs: 5_000 }))
  await clock.advance(1_100)
  expect([first.events, first.lease.lapsedMs()]).toEqual([['gained', 'lost'], Number.POSITIVE_INFINITY])
})

it('is handed over at once by release, also where the answer of the latest renewal was lost', async () => {
  const { clock, first, second, until } = await setUp()
  first.faults.losesAnswers = true
  await clock.advance(1_000)
  first.faults.losesAnswers = false
  await first.lease.release()
  expect(await until(second, true)).toBeLessThanOrEqual(600)
  // The time without other holders counts from then.
  expect(Math.round(second.lease.aloneMs())).toBeLessThanOrEqual(10)
  await clock.advance(60_000)
  expect(second.lease.aloneMs()).toBeGreaterThanOrEqual(60_000)
  expect([first.lease.isHeld(), first.events, second.events]).toEqual([false, ['gained'], ['gained']])
})

it('is left to others for five seconds by a process that yields it', async () => {
  const { clock, first, second, holder } = await setUp()
  second.faults.isOut = true
  const { lease } = first
  lease.yield('its line is down')
  expect(lease.isHeld()).toBe(false)
  await clock.advance(4_900)
  expect([lease.isHeld(), await holder()]).toEqual([false, null])
  await clock.advance(700)
  expect(lease.isHeld()).toBe(true)
})
