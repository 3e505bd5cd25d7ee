import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, it, vi } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { startIdentityProvider } from '../../testing/fakes/identity-provider.ts'
import { createOidc } from './oidc.ts'

async function setUp(over: { issuer?: string } = {}) {
  const clock = createFakeClock()
  const provider = await startIdentityProvider(clock)
  const problems: string[] = []
  const oidc = createOidc({
    tokens: { issuer: over.issuer ?? provider.issuer, audiences: ['brontide', 'brontide-staging'] },
    clock,
    fetch: (url, init) => fetch(url, init),
    onProblem: (problem) => void problems.push(problem),
  })
  return { clock, provider, problems, oidc }
}

it('identifies the user of a provider’s token, and requests the keys once', async () => {
  const { oidc, provider } = await setUp()
  const jwts = await Promise.all([
    provider.token({ sub: 'kim' }),
    provider.token({ sub: 'lee', aud: 'brontide-staging' }),
  ])
  expect(await Promise.all(jwts.map(oidc.verify))).toMatchObject([
    { kind: 'known', subject: 'kim' },
    { kind: 'known', subject: 'lee' },
  ])
  expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
})

it('rejects another audience, issuer, time or key, and a missing name', async () => {
  const { oidc, provider, clock, problems } = await setUp()
  const stranger = await generateKeyPair('RS256')
  const seconds = Math.floor(clock.now() / 1_000)
  for (const jwt of [
    await provider.token({ aud: 'another-app' }),
    await provider.token({ iss: 'https://elsewhere.example.com' }),
    await provider.token({ exp: seconds - 31 }),
    await provider.token({ nbf: seconds + 31 }),
    await provider.token({ sub: undefined }),
    await provider.token({ exp: undefined }),
    await provider.token({}, stranger.privateKey),
    `${btoa('{"alg":"none"}')}.${btoa('{"sub":"kim"}')}.`,
    await new SignJWT({ sub: 'kim', iss: provider.issuer, aud: 'brontide', exp: seconds + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(stranger.publicKey)))),
    'no-jwt',
    '',
  ]) {
    expect(await oidc.verify(jwt), jwt).toEqual({ kind: 'refused' })
  }
  expect(problems).toEqual([])
})

it('tolerates half a minute of clock difference', async () => {
  const { oidc, provider, clock } = await setUp()
  const seconds = Math.floor(clock.now() / 1_000)
  expect((await oidc.verify(await provider.token({ exp: seconds - 25 }))).kind).toBe('known')
  expect((await oidc.verify(await provider.token({ nbf: seconds + 25 }))).kind).toBe('known')
})

it('finds the new key after the provider has changed it', async () => {
  const { oidc, provider } = await setUp()
  expect((await oidc.verify(await provider.token({}))).kind).toBe('known')
  await provider.changeKey()
  // The library refetches at the earliest half a minute after the last fetch, by the machine's clock.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000)
  expect((await oidc.verify(await provider.token({}))).kind).toBe('known')
})

it('reports an unreachable provider, and retries later', async () => {
  const { oidc, provider, clock, problems } = await setUp()
  const jwt = await provider.token({})
  provider.breaks('/.well-known/openid-configuration')
  expect(await oidc.verify(jwt)).toEqual({ kind: 'unavailable' })
  expect(await oidc.verify(jwt)).toEqual({ kind: 'unavailable' })
  expect(provider.asked).toHaveLength(1)
  expect(problems).toEqual(['discovery returned status 500'])

  provider.breaks('/keys')
  await clock.advance(5_000)
  expect(await oidc.verify(jwt)).toEqual({ kind: 'unavailable' })
  provider.breaks(null)
  await clock.advance(5_000)
  expect((await oidc.verify(jwt)).kind).toBe('known')
})

it('accepts keys from the configured issuer only', async () => {
  const { oidc, provider, problems } = await setUp()
  provider.says({ issuer: 'https://elsewhere.example.com' })
  expect((await oidc.verify(await provider.token({}))).kind).toBe('unavailable')
  expect(problems[0]).toContain('different issuer')
})

it('takes no keys from where they could be changed on the way', async () => {
  const { oidc, provider, problems } = await setUp()
  provider.says({ jwks_uri: 'http://keys.example.com/keys' })
  expect((await oidc.verify(await provider.token({}))).kind).toBe('unavailable')
  expect(problems[0]).toContain('not https:')
})

it('requests unavailable keys once in five seconds, for any number of invalid tokens', async () => {
  const { oidc, provider, clock } = await setUp()
  provider.breaks('/keys')
  for (let i = 0; i < 60; i++)
    expect((await oidc.verify(await provider.token({ jti: `${i}` }))).kind).toBe('unavailable')
  expect(provider.asked.filter((path) => path === '/keys')).toHaveLength(1)
  provider.breaks(null)
  await clock.advance(5_000)
  expect((await oidc.verify(await provider.token({}))).kind).toBe('known')
})
