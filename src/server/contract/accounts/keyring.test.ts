import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { applicationId, createKeyring, keysByHash } from './keyring.ts'
import { UPSTREAM_LIMITS } from './policy.ts'
import { createTokenIssuer } from './token-issuer.ts'

const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock: createFakeClock() })
const keyring = (keys: ReadonlyMap<string, string> | 'any') => createKeyring({ keys, tokens, limits: UPSTREAM_LIMITS })

describe('keyring', () => {
  it('treats every well-formed key as a separate application without configuration', () => {
    const any = keyring('any')
    const one = any.verify('sk-one-one', 'metar')
    expect(one).toMatchObject({ by: 'key' })
    expect(any.verify('sk-two-two', 'metar')?.id).not.toBe(one?.id)
    expect(any.verify('sk-', 'metar')).toBeNull()
    expect(any.verify('pk-one-one', 'metar')).toBeNull()
  })

  it('accepts the configured keys only, with their names', () => {
    const some = keyring(new Map([['sk-tower-1', 'tower']]))
    expect(some.verify('sk-tower-1', 'lightning')?.id).toBe('tower')
    expect(some.verify('sk-tower-2', 'lightning')).toBeNull()
  })

  it('charges a token to the limits of its key', () => {
    const some = keyring(keysByHash(['sk-one-one']))
    const application = some.verify('sk-one-one', 'metar')!
    const { token } = some.issueToken(application, 'metar')
    expect(some.verify(token, 'metar')).toEqual({ ...application, by: 'token' })
    expect(some.verify(token, 'lightning')).toBeNull()
  })

  it('names an application so that its key is not in the name', () => {
    expect(applicationId('sk-one-one')).toMatch(/^app-[0-9a-f]{12}$/)
  })
})
