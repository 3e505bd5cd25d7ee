import { describe, expect, it } from 'vitest'
import { createOpenDoor } from './open-door.ts'

const refusal = (headers: Record<string, string>, over: { publicOrigin?: string; isAssumed?: boolean } = {}) =>
  createOpenDoor({ publicOrigin: null, isAssumed: true, ...over }).refusalOf((name) => headers[name])

describe('a map open to local clients', () => {
  it.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080', 'map.localhost'])(
    'responds to %s',
    (host) => {
      expect(refusal({ host })).toBeNull()
    },
  )

  it.each([
    'evil.example.com',
    '127.0.0.1.evil.example.com',
    'localhost.evil.example.com',
    '10.0.0.7',
    '',
    'a b',
    '[::2]',
    // Hosts that are invalid as text: they form no URL.
    '999.0.0.1',
    'localhost:99999',
    '[:::]',
  ])('rejects "%s", with the setting to change', (host) => {
    expect(refusal({ host })).toContain('set PUBLIC_ORIGIN')
  })

  it('responds to its given name, with its port or without the default one', () => {
    const publicOrigin = 'https://map.example.com'
    expect(refusal({ host: 'map.example.com' }, { publicOrigin })).toBeNull()
    expect(refusal({ host: 'MAP.example.com:443' }, { publicOrigin })).toBeNull()
    expect(refusal({ host: 'map.example.com:444' }, { publicOrigin })).toContain('PUBLIC_ORIGIN')
  })

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'])(
    'is closed to clients through a proxy (%s) until explicitly opened',
    (name) => {
      const headers = { host: 'localhost', [name]: '10.0.0.7' }
      expect(refusal(headers)).toContain('set ACCESS')
      expect(refusal(headers, { isAssumed: false })).toBeNull()
    },
  )
})
