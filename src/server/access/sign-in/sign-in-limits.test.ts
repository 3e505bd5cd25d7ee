import { describe, expect, it } from 'vitest'
import { createFakeChannels } from '../../../testing/cluster/fake-channel.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createSignInLimits, type SignInAttempt, type SignInWord } from './sign-in-limits.ts'

function setUp() {
  const clock = createFakeClock()
  const limits = createSignInLimits(clock)
  const whose = (of: Partial<SignInAttempt>): SignInAttempt => ({
    client: '10.0.0.1',
    name: 'tower',
    device: null,
    ...of,
  })
  /** How long the attempt has to wait; one that has not counts as a failure. */
  const fail = (of: Partial<SignInAttempt> = {}) => {
    const claim = limits.attempt(whose(of))
    return claim.kind === 'wait' ? claim.waitMs : 0
  }
  const succeed = (of: Partial<SignInAttempt> = {}) => {
    const claim = limits.attempt(whose(of))
    if (claim.kind === 'may-try') claim.wasRight()
    return claim.kind
  }
  return { clock, limits, fail, succeed }
}

it('permits typing errors, and then doubles the delay each time, up to a quarter of an hour', async () => {
  const { clock, fail } = setUp()
  const waits: number[] = []
  for (let attempt = 0; attempt < 16; attempt++) {
    expect(fail()).toBe(0)
    const waitMs = fail()
    if (waitMs === 0) continue // the attempt that was to see how long it is counted itself
    waits.push(waitMs / 1_000)
    await clock.advance(waitMs)
  }
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  expect(Math.max(...waits)).toBe(900)
  expect(fail({ name: 'mast' })).toBe(0)
})

it('forgets after an hour, and not by a success', async () => {
  const { clock, fail, succeed } = setUp()
  expect([fail(), fail(), succeed(), fail()]).toEqual([0, 0, 'may-try', 0])
  expect(fail()).toBe(1_000)
  await clock.advance(60 * 60_000)
  expect([fail(), fail()]).toEqual([0, 0])
})

it('counts concurrent attempts', () => {
  const { fail } = setUp()
  expect(Array.from({ length: 50 }, () => fail()).filter((waitMs) => waitMs === 0)).toHaveLength(3)
})

it('limits an address that tries many names to a delay of a minute', async () => {
  const { clock, fail } = setUp()
  const admitted = Array.from({ length: 40 }, (_, i) => fail({ name: `name ${i}` })).filter((waitMs) => waitMs === 0)
  expect(admitted).toHaveLength(20)
  for (let i = 0; i < 20; i++) {
    await clock.advance(60_000)
    expect(fail({ name: `later ${i}` })).toBe(0)
  }
})

it('keeps known devices, for any number of other names and addresses', () => {
  const { fail, succeed } = setUp()
  succeed({ device: 'browser' })
  for (let i = 0; i < 9_000; i++) fail({ client: `10.1.${i >> 8}.${i & 255}`, name: `name ${i}` })
  expect(succeed({ client: '10.2.0.1', device: 'browser' })).toBe('may-try')
  expect(succeed()).toBe('may-try')
})

describe('two processes with the same users', () => {
  function setUpTwo() {
    const clock = createFakeClock()
    const way = createFakeChannels()
    const both = [way(), way()].map(({ channel }) => createSignInLimits(clock, channel<SignInWord>('sign-in')))
    const of = { client: '10.0.0.1', name: 'tower', device: null }
    const isLetTry = (at: number, attempt: SignInAttempt = of) => both[at]!.attempt(attempt).kind === 'may-try'
    return { clock, both, of, isLetTry }
  }

  it('count wrong passwords together', () => {
    const { isLetTry } = setUpTwo()
    expect([0, 1, 0, 1, 0].map((at) => isLetTry(at))).toEqual([true, true, true, false, false])
  })

  it('share sign-ins, and reset counters after the right password', () => {
    const { both, of, isLetTry } = setUpTwo()
    for (let i = 0; i < 5; i++) {
      const claim = both[i % 2]!.attempt(of)
      if (claim.kind === 'may-try') claim.wasRight()
    }
    for (let i = 0; i < 30; i++) isLetTry(0, { ...of, client: `10.0.1.${i}` })
    expect(isLetTry(1, { ...of, client: '10.0.2.1' })).toBe(false)
    expect(isLetTry(1)).toBe(true)
  })
})
