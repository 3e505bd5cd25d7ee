import { describe, expect, it } from 'vitest'
import type { SignInOutcome } from '../../client/session/session.ts'
import type { SignInChallenge } from '../../contract/brontide.ts'
import { createFakeClock, settle } from '../../testing/fakes/fake-clock.ts'
import { createSignInDesk } from './sign-in-desk.ts'

const CHALLENGE: SignInChallenge = { detail: 'sign in first', reason: 'sign-in', access: 'password', names: false }

function setUp(...outcomes: SignInOutcome[]) {
  return setUpWall(null, ...outcomes)
}

function setUpWall(wallCode: string | null, ...outcomes: SignInOutcome[]) {
  const clock = createFakeClock()
  const tried: string[] = []
  const desk = createSignInDesk({
    clock,
    wallCode,
    session: {
      async signIn(signIn) {
        tried.push('wall' in signIn ? signIn.wall : signIn.password)
        return outcomes.shift() ?? { kind: 'wrong' }
      },
      async signOut() {},
    },
  })
  /** As a token request: waits, and reports when it may retry. */
  const wait = () => {
    const waiter = { tries: false }
    void desk.challenged(CHALLENGE).then(() => {
      waiter.tries = true
    })
    return waiter
  }
  return { clock, desk, tried, wait }
}

it('requests nothing before a challenge', () => {
  const { desk } = setUp()
  expect(desk.state()).toBeNull()
  desk.admitted()
  expect(desk.state()).toBeNull()
})

it('retries all pending requests after the right password, and closes after success', async () => {
  const { desk, wait, tried } = setUp({ kind: 'signed-in' })
  const first = wait()
  const second = wait()
  expect(desk.state()).toEqual({ challenge: CHALLENGE, busy: false, problem: null })

  await desk.submit({ password: 'right' })
  await settle()
  expect([first.tries, second.tries, tried]).toEqual([true, true, ['right']])
  expect(desk.state()?.busy).toBe(true)
  desk.admitted()
  expect(desk.state()).toBeNull()
})

describe('the sign-in dialog', () => {
  it('of a wrong password, and of one too many', async () => {
    const { desk, wait, clock } = setUp({ kind: 'wrong' }, { kind: 'wait', waitMs: 4_000 })
    const waiter = wait()
    await desk.submit({ password: 'x' })
    expect(desk.state()).toMatchObject({ busy: false, problem: { kind: 'wrong' } })
    await desk.submit({ password: 'y' })
    expect(desk.state()?.problem).toEqual({
      kind: 'wait',
      waitMs: 4_000,
      untilMs: expect.closeTo(clock.monotonicMs() + 4_000, 0),
    })
    expect(waiter.tries).toBe(false)
  })

  it('reports an unreachable server', async () => {
    const { desk, wait } = setUp({ kind: 'failed' })
    wait()
    await desk.submit({ password: 'x' })
    expect(desk.state()?.problem).toEqual({ kind: 'failed' })
  })

  it('of a browser that does not keep the session', async () => {
    const { desk, wait } = setUp({ kind: 'signed-in' })
    wait()
    await desk.submit({ password: 'right' })
    wait()
    expect(desk.state()).toEqual({ challenge: CHALLENGE, busy: false, problem: { kind: 'not-kept' } })
  })
})

it('checks periodically for a sign-in elsewhere, without a visible change', async () => {
  const { desk, wait, clock } = setUp()
  const waiter = wait()
  const shown = desk.state()
  await clock.advance(29_999)
  expect(waiter.tries).toBe(false)
  await clock.advance(1)
  expect(waiter.tries).toBe(true)
  wait()
  expect(desk.state()).toBe(shown)
})

it('sends one password at a time', async () => {
  const { desk, wait, tried } = setUp()
  wait()
  await Promise.all([desk.submit({ password: 'x' }), desk.submit({ password: 'y' })])
  expect(tried).toEqual(['x'])
})

describe('a wall', () => {
  it('signs in by its link, without a dialog', async () => {
    const { desk, wait, tried } = setUpWall('CODE', { kind: 'signed-in' })
    const first = wait()
    const second = wait()
    await settle()
    expect([tried, first.tries, second.tries, desk.state()]).toEqual([['CODE'], true, true, null])
  })

  it('retries its link while the server is unreachable', async () => {
    const { desk, wait, clock, tried } = setUpWall('CODE', { kind: 'failed' }, { kind: 'signed-in' })
    const waiter = wait()
    await clock.advance(3_000)
    expect([tried, waiter.tries, desk.state()]).toEqual([['CODE', 'CODE'], true, null])
  })

  it('with an invalid link shows the sign-in with the reason', async () => {
    const { desk, wait } = setUpWall('CODE', { kind: 'wrong' }, { kind: 'signed-in' })
    const waiter = wait()
    await settle()
    expect(desk.state()).toMatchObject({ busy: false, problem: { kind: 'link' } })
    await desk.submit({ password: 'right' })
    await settle()
    expect(waiter.tries).toBe(true)
  })
})
