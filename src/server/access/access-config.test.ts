import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'

const HASH = `$scrypt$ln=15,r=8,p=3$c2FsdHNhbHRzYWx0c2FsdA$${'a'.repeat(43)}`
const FILES: Record<string, string> = {
  '/run/passwords': `tower:${HASH}\n`,
  '/run/plain': 'tower:hunter2-hunter2\n',
  '/run/empty': '\n',
  '/run/keys': 'tower: sk-tower-key\n',
  '/run/bad-keys': 'tower: sk-tower-key\nhunter2-hunter2\n',
  '/run/secrets': 'the secret of this year\nthe secret of last year\n',
}
const PASSWORD = { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/run/passwords', TOKEN_SECRET_FILE: '/run/secrets' }
const OIDC = { ACCESS: 'oidc', OIDC_ISSUER: 'https://id.example.com/', OIDC_AUDIENCE: 'brontide' }

function read(env: Record<string, string>) {
  return readConfig(env, {
    stormNames: ['outbreak'],
    readFile(path) {
      if (path in FILES) return FILES[path]!
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
    },
  })
}

function accepted(env: Record<string, string>) {
  const result = read(env)
  if (!result.ok) throw new Error(result.problems.join('; '))
  return result
}

function refused(env: Record<string, string>): string[] {
  const result = read(env)
  return result.ok ? [] : result.problems
}

describe('accepted settings', () => {
  it('is a file of passwords on any server that other machines reach', () => {
    const { config, notices } = accepted({ ...PASSWORD, HOST: '0.0.0.0' })
    expect(config.access).toMatchObject({
      kind: 'password',
      passwords: { path: '/run/passwords', value: [{ name: 'tower' }] },
    })
    expect(config.tokenSecrets).toEqual({
      path: '/run/secrets',
      value: ['the secret of this year', 'the secret of last year'],
    })
    expect(notices).toEqual([])
  })

  it('is an issuer with its audiences, a header of a trusted proxy, or both', () => {
    expect(accepted({ ...OIDC, OIDC_AUDIENCE: 'brontide, api' }).config.access).toEqual({
      kind: 'oidc',
      tokens: { issuer: 'https://id.example.com/', audiences: ['brontide', 'api'] },
      identityHeader: null,
    })
    const header = { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'X-Forwarded-User', TRUSTED_PROXIES: '10.0.0.0/8, ::1' }
    const { access, trustedProxies } = accepted(header).config
    expect(access).toEqual({ kind: 'oidc', tokens: null, identityHeader: 'x-forwarded-user' })
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  })

  it('is a list of secrets, apart by commas or line breaks', () => {
    const { config } = accepted({ TOKEN_SECRET: 'the secret of this year, the secret of last year,' })
    expect(config.tokenSecrets.value).toEqual(['the secret of this year', 'the secret of last year'])
  })

  it('is a file of keys, each with its name', () => {
    expect(accepted({ RELAY_KEYS_FILE: '/run/keys' }).config.relayKeys).toEqual({
      path: '/run/keys',
      value: new Map([['sk-tower-key', 'tower']]),
    })
  })

  it('reports settings with a smaller effect than expected', () => {
    expect(accepted({ ACCESS: 'password', ACCESS_PASSWORD_FILE: '/run/passwords' }).notices).toEqual([
      'TOKEN_SECRET is not set: all users must sign in again after each restart',
    ])
    expect(accepted({ ACCESS_PASSWORD_FILE: '/run/passwords', OIDC_ISSUER: 'x' }).notices).toEqual([
      'ACCESS_PASSWORD_FILE is ignored: ACCESS is open',
      'OIDC_ISSUER is ignored: ACCESS is open',
    ])
  })
})

describe('rejected settings', () => {
  it.each([
    [{ ACCESS: 'password' }, 'ACCESS_PASSWORD_FILE is missing'],
    [{ ...PASSWORD, ACCESS_PASSWORD_FILE: '/run/absent' }, "ACCESS_PASSWORD_FILE can't be read (ENOENT)"],
    [
      { ...PASSWORD, ACCESS_PASSWORD_FILE: '/run/empty' },
      'ACCESS_PASSWORD_FILE contains no password: write the output of "npm run',
    ],
    [{ ...PASSWORD, ACCESS_PASSWORD_FILE: '/run/plain' }, 'ACCESS_PASSWORD_FILE line 1: is not a password hash'],
    [{ ...PASSWORD, ACCESS_PASSWORD: 'hunter2' }, 'ACCESS_PASSWORD is not a setting'],
    [{ ...PASSWORD, TOKEN_SECRET: 'the secret of a year' }, 'TOKEN_SECRET and TOKEN_SECRET_FILE are both set'],
    [
      { TOKEN_SECRET: 'the secret of a year,hunter2' },
      'TOKEN_SECRET must have at least 16 characters in each of its parts',
    ],
    [{ TOKEN_SECRET_FILE: '/run/empty' }, 'TOKEN_SECRET_FILE holds no secret'],
    [{ ACCESS: 'oidc' }, 'OIDC_ISSUER and OIDC_AUDIENCE are missing'],
    [{ ...OIDC, OIDC_AUDIENCE: '' }, 'OIDC_AUDIENCE is missing'],
    [{ ...OIDC, OIDC_ISSUER: '' }, 'OIDC_ISSUER is missing'],
    [{ ...OIDC, OIDC_ISSUER: 'http://id.example.com' }, 'OIDC_ISSUER must be an https: URL'],
    [{ ...OIDC, OIDC_IDENTITY_HEADER: 'X-User' }, 'TRUSTED_PROXIES is missing'],
    [{ ...OIDC, OIDC_IDENTITY_HEADER: 'X User', TRUSTED_PROXIES: '::1' }, 'OIDC_IDENTITY_HEADER must be the name of a'],
    [{ TRUSTED_PROXIES: 'proxy' }, 'TRUSTED_PROXIES must be IP addresses or networks'],
    [{ RELAY_KEYS_FILE: '/run/bad-keys' }, 'RELAY_KEYS_FILE line 2: has no name: write name: sk-…'],
    [{ RELAY_KEYS_FILE: '/run/absent' }, "RELAY_KEYS_FILE can't be read (ENOENT)"],
  ])('is %o', (env, complaint) => {
    const problems = refused(env)
    expect(problems).toEqual([expect.stringContaining(complaint)])
    expect(problems.join()).not.toContain('hunter2')
  })

  it('is a key of ours where sockets do not end here', () => {
    expect(refused({ RELAY_KEYS_FILE: '/run/keys', DELIVERY: 'direct' })).toContain(
      'RELAY_KEYS_FILE needs DELIVERY=relay: other clients connect to this server',
    )
  })
})
