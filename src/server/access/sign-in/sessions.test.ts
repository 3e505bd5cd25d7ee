import { expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createTokenIssuer } from '../../contract/accounts/token-issuer.ts'
import { createSigner } from '../../web/signer.ts'
import { createSessions } from './sessions.ts'

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

it('lasts thirty days from the sign-in, with any number of cookie renewals', async () => {
  const { sessions, clock } = setUp(NEW)
  const session = sessions.start(TOWER)
  let value = sessions.write(session)
  for (let day = 0; day < 29; day++) {
    await clock.advance(DAY_MS)
    value = sessions.write(sessions.read(value)!.session)
  }
  await clock.advance(DAY_MS - 1)
  expect(sessions.read(value)).toEqual({ session, renew: false })
  expect(session).toMatchObject(TOWER)
  await clock.advance(1)
  expect(sessions.read(value)).toBeNull()
})

it('survives a change of the secret, and is renewed before the old one expires', () => {
  const { sessions, change } = setUp(OLD)
  const session = sessions.start(TOWER)
  const value = sessions.write(session)
  change(NEW, OLD)
  expect(sessions.read(value)).toEqual({ session, renew: true })
  const renewed = sessions.write(session)
  change(NEW)
  expect(sessions.read(renewed)).toEqual({ session, renew: false })
  expect(sessions.read(value)).toBeNull()
})

it('is neither a foreign value nor a token', () => {
  const { sessions, clock } = setUp(NEW)
  const [claims, signature] = sessions.write(sessions.start(TOWER)).split('.')
  const longer = Buffer.from(JSON.stringify({ d: 'x', n: 'tower', w: 'x', s: 9e15 })).toString('base64url')
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
