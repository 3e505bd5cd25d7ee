import { expect, it } from 'vitest'
import { createTrustedProxies, readTrustedProxies } from './trusted-proxies.ts'

it('matches addresses and networks of both families', () => {
  const read = readTrustedProxies('10.0.0.7, 192.168.0.0/16 fd00::/8')
  const proxies = createTrustedProxies(read.ok ? read.value : [])
  expect(['10.0.0.7', '192.168.9.9', 'fd12::1'].map(proxies.has)).toEqual([true, true, true])
  expect(['10.0.0.8', '192.169.0.1', 'fe80::1', 'unknown', ''].map(proxies.has)).toEqual(Array(5).fill(false))
})

it.each(['proxy.example.com', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/', '10.0.0/8', '/8', '10.0.0.1/x'])(
  'refuses %s',
  (text) => {
    expect(readTrustedProxies(`10.0.0.1, ${text}`)).toMatchObject({
      ok: false,
      problems: [{ code: 'networks', values: { wrong: text } }],
    })
  },
)
