import { expect, it, onTestFinished } from 'vitest'
import { createFakeChannels } from '../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createAccounts } from '../contract/accounts/accounts.ts'
import { createClientRate } from '../web/client-rate.ts'
import { createSharedUse, type UseWord } from './shared-use.ts'

const RATE = { burst: 100, perSecond: 20 }
const KEY = { id: 'client:other desk', by: 'key', limits: { requestsPerSecond: 2, sockets: 3 } } as const
const open = () => ({ isOpen: () => true })

function setUp(processes: number) {
  const clock = createFakeClock()
  const way = createFakeChannels()
  const all = Array.from({ length: processes }, () => {
    const { channel, faults } = way()
    const use = createSharedUse({ channel: channel('use'), clock })
    onTestFinished(use.close)
    const rate = createClientRate({ clock, ...RATE, use: use.done('requests') })
    return { use, faults, rate, accounts: createAccounts(clock, use) }
  })
  /** Requests at even intervals at each process. Returns the number of admitted ones at each in the last `counted` seconds. */
  async function ask(perSecond: number[], seconds: number, counted: number, client = 'a'): Promise<number[]> {
    const through = perSecond.map(() => 0)
    for (let step = 0; step < seconds * 100; step++) {
      for (const [i, { rate }] of all.entries()) {
        const times = Math.floor(((step + 1) * perSecond[i]!) / 100) - Math.floor((step * perSecond[i]!) / 100)
        for (let j = 0; j < times; j++) if (rate.take(client) === 0 && step >= (seconds - counted) * 100) through[i]!++
      }
      await clock.advance(10)
    }
    return through
  }
  const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
  return { clock, all, ask, sum, way }
}

it('admits about the limit of one process for a client at all processes, a fair share at each', async () => {
  const { ask, sum } = setUp(4)
  const through = await ask([100, 100, 100, 100], 20, 10)
  expect(sum(through)).toBeGreaterThan(10 * RATE.perSecond * 0.9)
  expect(sum(through)).toBeLessThan(10 * RATE.perSecond * 1.3)
  for (const count of through) expect(count).toBeGreaterThan(10 * 3)
})

it('lets a process answer an account in every second, however many others answer it, too', async () => {
  const { clock, all } = setUp(5)
  const answered: number[][] = all.map(() => [])
  for (let step = 0; step < 200; step++) {
    for (const [i, { accounts }] of all.entries()) if (accounts.of(KEY).request() === 0) answered[i]!.push(step)
    await clock.advance(100)
  }
  for (const steps of answered) {
    const pauses = steps.map((step, i) => step - (steps[i - 1] ?? 0))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10)
    expect(steps.filter((step) => step >= 100)).toHaveLength(10)
  }
})

it('refuses no client within the limit of one process', async () => {
  const { ask } = setUp(3)
  expect(await ask([18, 1, 0], 20, 20)).toEqual([360, 20, 0])
})

it('leaves other clients their limits, and forgets ended processes', async () => {
  const { clock, all, ask } = setUp(2)
  await ask([0, 100], 12, 1)
  expect(all[0]!.use.clients()).toBe(1)
  expect(all[0]!.rate.take('b')).toBe(0)
  all[1]!.faults.isOut = true
  await clock.advance(4_000)
  expect(all[0]!.use.clients()).toBe(0)
  const burst = Array.from({ length: 101 }, () => all[0]!.rate.take('a'))
  expect(burst.filter((waitMs) => waitMs === 0).length).toBeGreaterThan(RATE.perSecond * 3)
})

it('counts the sockets of an account together, and forgets those of a process that is gone', async () => {
  const { clock, all } = setUp(2)
  const [one, two] = all.map(({ accounts }) => accounts.of(KEY))
  for (let i = 0; i < 2; i++) expect([one!.takeSlot(open()), two!.takeSlot(open())]).toEqual([true, true])
  expect(two!.isBeyond()).toBe(false)
  await clock.advance(1_000)
  expect(two!.isBeyond()).toBe(true)
  all[0]!.faults.isOut = true
  await clock.advance(4_000)
  expect(two!.isBeyond()).toBe(false)
})

it('bounds clients of a process, and processes', async () => {
  const { clock, all, way } = setUp(1)
  const clients = (count: number) => Array.from({ length: count }, (_, i): [string, number] => [`${i}`, 20])
  for (let i = 0; i < 250; i++)
    way()
      .channel<UseWord>('use')
      .say({ requests: clients(300), nothing: clients(300) })
  expect(all[0]!.use.clients()).toBe(200)
  await clock.advance(4_000)
  expect(all[0]!.use.clients()).toBe(0)
  const said: UseWord[] = []
  way()
    .channel<UseWord>('use')
    .on((word) => said.push(word))
  for (let i = 0; i < 12_000; i++) for (let j = 0; j < (i === 7_000 ? 50 : 6); j++) all[0]!.rate.take(`${i}`)
  await clock.advance(1_000)
  expect(said[0]!.requests).toHaveLength(200)
  expect(said[0]!.requests![0]).toEqual(['7000', 50])
})
