import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createTokenIssuer } from '../contract/accounts/token-issuer.ts'
import { createSessions } from './sessions.ts'
import { createSigner } from './signer.ts'

const OLD = 'the secret of last year'
const NEW = 'the secret of this year'
const DAY_MS = 24 * 60 * 60_000
const TOWER = { name: 'tower', password: 'id-of-its-line' }

function setUp(...initial: string[]) {
  let secrets = initial
  const clock = createFakeClock()
  const sessions = createSessions({ signer: createSigner(() => secrets), clock })
  return {
    clock,
    sessions,
    change(...next: string[]) {
      secrets = next
    },
  }
}

it('lasts thirty days', async () => {
  const { sessions, clock } = setUp(NEW)
  const value = sessions.issue(TOWER)
  expect(sessions.read(value)).toEqual({ ...TOWER, renew: false })
  await clock.advance(30 * DAY_MS - 1)
  expect(sessions.read(value)).toMatchObject(TOWER)
  await clock.advance(1)
  expect(sessions.read(value)).toBeNull()
})

it('is to be renewed after a day', async () => {
  const { sessions, clock } = setUp(NEW)
  const value = sessions.issue(TOWER)
  await clock.advance(DAY_MS - 1)
  expect(sessions.read(value)?.renew).toBe(false)
  await clock.advance(1)
  expect(sessions.read(value)?.renew).toBe(true)
})

it('outlives the change of the secret, and is to be renewed with the new one before the old one goes', () => {
  const { sessions, change } = setUp(OLD)
  const value = sessions.issue(TOWER)
  change(NEW, OLD)
  expect(sessions.read(value)).toEqual({ ...TOWER, renew: true })
  const renewed = sessions.issue(TOWER)
  change(NEW)
  expect(sessions.read(renewed)).toEqual({ ...TOWER, renew: false })
  expect(sessions.read(value)).toBeNull()
})

it('is nothing that somebody else wrote, and no token', () => {
  const { sessions, clock } = setUp(NEW)
  const [claims, signature] = sessions.issue(TOWER).split('.')
  const longer = Buffer.from(JSON.stringify({ n: 'tower', w: 'x', i: 0, e: 9e15 })).toString('base64url')
  const { token } = createTokenIssuer({ secret: NEW, clock }).issue('lightning')
  for (const bad of [
    '',
    '.',
    'x',
    claims!,
    `${longer}.${signature}`,
    `${claims}.${signature}.x`,
    token,
    token.slice(3),
  ]) {
    expect(sessions.read(bad), bad).toBeNull()
  }
})
