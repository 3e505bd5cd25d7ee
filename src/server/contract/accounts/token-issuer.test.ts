import { describe, expect, it } from 'vitest'
import { tokenResponseSchema } from '../../../contract/auth.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createTokenIssuer } from './token-issuer.ts'

const SECRET = 'a secret of enough characters'

function issuer(secret = SECRET) {
  const clock = createFakeClock()
  return { clock, tokens: createTokenIssuer({ secret, clock }) }
}

describe('token issuer', () => {
  it('[DL 2.3] issues ft- tokens with their expiry, five minutes ahead, with an offset', () => {
    const { clock, tokens } = issuer()
    const issued = tokens.issue('lightning')
    expect(tokenResponseSchema.safeParse(issued).success).toBe(true)
    expect(parseInstantMs(issued.expires_at)).toBe(Math.floor(clock.now()) + 300_000)
    expect(issued.expires_at).toMatch(/\+00:00$/)
  })

  it('accepts its token until the moment it expires, and no longer', async () => {
    const { clock, tokens } = issuer()
    const { token } = tokens.issue('lightning', 'desk')
    await clock.advance(299_999)
    expect(tokens.verify(token, 'lightning')).toMatchObject({ subject: 'desk' })
    await clock.advance(1)
    expect(tokens.verify(token, 'lightning')).toBeNull()
  })

  it('binds a token to its product', () => {
    const { tokens } = issuer()
    const { token } = tokens.issue('metar')
    expect(tokens.verify(token, 'metar')).not.toBeNull()
    expect(tokens.verify(token, 'lightning')).toBeNull()
    expect(tokens.verify(token, 'standard')).toBeNull()
  })

  it('rejects tokens with an invalid signature', () => {
    const { tokens } = issuer()
    const { token } = tokens.issue('metar')
    const [claims, signature] = token.slice(3).split('.')
    const forged = Buffer.from(JSON.stringify({ p: 'metar', s: 'page', e: 9e15 })).toString('base64url')
    const others = issuer('another secret of some length').tokens.issue('metar').token
    for (const bad of [
      '',
      'ft-',
      'ft-x',
      'ft-x.y',
      `ft-${forged}.${signature}`,
      `ft-${claims}`,
      `ft-${claims}.`,
      `ft-${claims}.${signature}.x`,
      `sk-${claims}.${signature}`,
      others,
    ]) {
      expect(tokens.verify(bad, 'metar'), bad).toBeNull()
    }
  })

  it('is understood by another instance with the same secret', () => {
    const { token } = issuer().tokens.issue('standard')
    expect(issuer().tokens.verify(token, 'standard')).not.toBeNull()
  })

  it('refuses a secret that is too short to be one', () => {
    expect(() => issuer('short')).toThrow('at least 16')
  })
})
