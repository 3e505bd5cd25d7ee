import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { BACKGROUND_REST_FACTOR, createWorkScheduler } from './work-scheduler.ts'

/** A clock advanced by work and rest only, with competing work all the time, unless it is `free`. */
function setUp(restFactor?: number) {
  let nowMs = 0
  let idleMs = 0
  const others = { free: false }
  const rests: { ms: number; end: () => void }[] = []
  const turns = createWorkScheduler(
    {
      monotonicMs: () => nowMs,
      after(ms, end) {
        rests.push({ ms, end })
        return () => void rests.pop()
      },
    },
    restFactor,
    () => idleMs,
  )
  const done: string[] = []
  const ask = (asker: string, tookMs: number) =>
    turns.take(asker, async () => {
      nowMs += tookMs
      done.push(asker)
      return done.length
    })
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await setImmediate()
  }
  /** Rests until there is work again; returns the duration. */
  const rest = async () => {
    const fromMs = nowMs
    for (const doneBefore = done.length; done.length === doneBefore && rests.length > 0; ) {
      const { ms, end } = rests.shift()!
      nowMs += ms
      if (others.free) idleMs += ms
      const restedMs = nowMs - fromMs
      end()
      await settled()
      if (done.length > doneBefore) return restedMs
    }
    return nowMs - fromMs
  }
  return { turns, ask, done, rests, rest, settled, others }
}

it('does some milliseconds of work, and rests for as long', async () => {
  const { ask, done, rest, settled } = setUp()
  for (let i = 0; i < 10; i++) void ask('a', 3)
  await settled()
  expect(done.length).toBe(3)
  expect([await rest(), done.length]).toEqual([9, 6])
  expect([await rest(), done.length]).toEqual([9, 9])
})

it('gives background work a tenth of the time', async () => {
  const { ask, done, rest, settled } = setUp(BACKGROUND_REST_FACTOR)
  for (let i = 0; i < 10; i++) void ask('a', 3)
  await settled()
  expect([await rest(), done.length]).toEqual([81, 6])
})

it('pauses at most while other work is pending', async () => {
  const { ask, done, rest, settled, others } = setUp()
  for (let i = 0; i < 10; i++) void ask('a', 3)
  await settled()
  others.free = true
  expect([await rest(), done.length]).toEqual([1, 6])
  others.free = false
  expect([await rest(), done.length]).toEqual([9, 9])
})

it('does not extend its rest if a piece waited for other work', async () => {
  const { ask, rest, settled } = setUp()
  void ask('a', 800)
  await settled()
  expect(await rest()).toBe(16)
})

it('does one piece of each asker in turn', async () => {
  const { ask, done, settled } = setUp()
  for (const asker of ['first', 'many', 'many', 'many', 'one', 'one', 'other']) void ask(asker, 0)
  await settled()
  expect(done.join(' ')).toBe('first many one other many one many')
})

it('starts at once without waiting work, and passes on results and errors', async () => {
  const { turns, ask } = setUp()
  expect(await ask('a', 1)).toBe(1)
  await expect(turns.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await ask('a', 1)).toBe(2)
})

it('drops waiting work once it is closed', async () => {
  const { turns, ask, done, rests, settled } = setUp()
  for (let i = 0; i < 3; i++) void ask('a', 10)
  await settled()
  turns.close()
  expect([done.length, rests]).toEqual([1, []])
})
