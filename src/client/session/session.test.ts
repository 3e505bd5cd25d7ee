import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createFakeFetch, type FakeAnswer } from '../../testing/fakes/fake-fetch.ts'
import { createSession } from './session.ts'

function setUp(answer: FakeAnswer) {
  const { fetch, calls } = createFakeFetch(() => answer)
  const environment = { clock: createFakeClock(), fetch }
  return { calls, session: createSession({ environment, baseUrl: 'https://desk.test' }) }
}

it('sends a password to the page’s own server only', async () => {
  const { session, calls } = setUp({ body: { name: null } })
  expect(await session.signIn({ password: 'for all of us' })).toEqual({ kind: 'signed-in' })
  expect(calls.map(({ method, url }) => `${method} ${url.href}`)).toEqual(['POST https://desk.test/api/session'])
})

it.each([
  [{ status: 401 }, { kind: 'wrong' }],
  [
    { status: 401, headers: { 'retry-after': '1' } },
    { kind: 'wait', waitMs: 1_000 },
  ],
  [
    { status: 429, headers: { 'retry-after': '8' } },
    { kind: 'wait', waitMs: 8_000 },
  ],
  [{ status: 429 }, { kind: 'wait', waitMs: 2_000 }],
  [{ status: 403 }, { kind: 'failed' }],
  [{ status: 502, text: '<html>' }, { kind: 'failed' }],
  [{ failsWith: 'ECONNREFUSED' }, { kind: 'failed' }],
] as const)('reads %j', async (answer, outcome) => {
  expect(await setUp(answer).session.signIn({ password: 'x' })).toEqual(outcome)
})

it('signs out, or reports a failure', async () => {
  const { session, calls } = setUp({ status: 204 })
  await session.signOut()
  expect(calls[0]?.method).toBe('DELETE')
  await expect(setUp({ status: 502 }).session.signOut()).rejects.toMatchObject({ reason: 'unavailable' })
})
