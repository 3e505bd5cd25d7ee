import { expect, it } from 'vitest'
import { createTrustedProxies } from '../settings/trusted-proxies.ts'
import { clientAddress, lastForwarded, networkOf } from './client-address.ts'

it('is the address of the other end', () => {
  expect(clientAddress('10.1.2.3', {})).toBe('10.1.2.3')
  expect(clientAddress('::ffff:10.1.2.3', {})).toBe('10.1.2.3')
  expect(clientAddress('2001:db8::1', {})).toBe('2001:db8::1')
})

it('uses the last address seen by a proxy on this machine', () => {
  expect(clientAddress('127.0.0.1', { for: '1.1.1.1, 10.9.9.9' })).toBe('10.9.9.9')
  expect(clientAddress('::1', { for: '2001:db8::7' })).toBe('2001:db8::7')
  expect(clientAddress('127.0.0.1', { for: 'rubbish' })).toBe('127.0.0.1')
})

it('believes the proxies that are named, each in its turn, and then no other', () => {
  const trusted = createTrustedProxies(['10.0.0.0/8', '2001:db8::/32'])
  expect(clientAddress('10.1.2.3', { for: '6.6.6.6, 203.0.113.9, 10.4.4.4' }, trusted)).toBe('203.0.113.9')
  expect(clientAddress('2001:db8::1', { for: '::ffff:203.0.113.9' }, trusted)).toBe('203.0.113.9')
  expect(clientAddress('10.1.2.3', { for: '10.4.4.4' }, trusted)).toBe('10.4.4.4')
  expect(clientAddress('127.0.0.1', { for: '203.0.113.9' }, trusted)).toBe('127.0.0.1')
})

it('ignores it from any other source', () => {
  expect(clientAddress('10.1.2.3', { for: '127.0.0.1' })).toBe('10.1.2.3')
})

it('counts an IPv6 network as one client, since its owner has all addresses', () => {
  const same = ['2001:db8:0:7::1', '2001:db8::7:0:0:0:2', '2001:0DB8:0:7:ffff::3'].map(networkOf)
  expect(new Set(same).size).toBe(1)
  expect(networkOf('2001:db8:0:8::4')).not.toBe(same[0])
  expect(networkOf('2001:db8:0:8::4%a:b')).toBe(networkOf('2001:db8:0:8::5'))
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('unknown')).toBe('unknown')
})

it('counts an IPv4 client behind NAT64 as itself, and does not trust it as a proxy', () => {
  const forms = [
    '64:ff9b::203.0.113.9',
    '64:ff9b::cb00:7109',
    '0064:FF9B:0:0:0:0:203.0.113.9',
    '64:ff9b::cb00:7109%eth0',
  ]
  expect(forms.map(networkOf)).toEqual(forms.map(() => '203.0.113.9'))
  expect(networkOf('64:ff9b::203.0.113.10')).toBe('203.0.113.10')
  expect(networkOf('64:ff9b::9')).toBe('0.0.0.9')
  expect(networkOf('64:ff9b:0:0:1::9')).toBe('64:ff9b:0:0') // outside the /96
  expect(networkOf('64:ff9b:1::203.0.113.9')).toBe('64:ff9b:1:0')
  expect(clientAddress('64:ff9b::127.0.0.1', { for: '203.0.113.9' })).toBe('64:ff9b::127.0.0.1')
})

it.each([
  ['203.0.113.9:50001', '203.0.113.9'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['"[2001:db8::7]:443"', '2001:db8::7'],
  ['"203.0.113.9:80"', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['fe80::7%eth0', 'fe80::7%eth0'],
  ['198.51.100.7:41000, 203.0.113.9:1', '203.0.113.9'],
  ['198.51.100.7, 203.0.113.9,', '203.0.113.9'],
  ['203.0.113.9, , 127.0.0.1', '203.0.113.9'],
  ['unknown', '127.0.0.1'],
  ['203.0.113.9:50001:1', '127.0.0.1'],
  ['[203.0.113.9', '127.0.0.1'],
])('reads %s of X-Forwarded-For', (header, address) => {
  expect(clientAddress('127.0.0.1', { for: header })).toBe(address)
})

it.each([
  ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
  ['for=198.51.100.7, For="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
  ['for="198.51.100.7:80";host="a,b;for=6.6.6.6"', '198.51.100.7'],
  ['for=198.51.100.7, for=192.0.2.60, ', '192.0.2.60'],
  ['proto=https', '127.0.0.1'],
  ['for=_hidden, for=unknown', '127.0.0.1'],
  ['for="', '127.0.0.1'],
])('reads %s of Forwarded', (header, address) => {
  expect(clientAddress('127.0.0.1', { standard: header })).toBe(address)
  expect(clientAddress('127.0.0.1', { for: '203.0.113.9', standard: header })).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', { standard: header })).toBe('10.0.0.1')
})

it.each(['for=192.0.2.60;proto=https', 'for=192.0.2.60;proto="https"', 'proto=http, proto=https, '])(
  'reads the protocol of the nearest proxy: %s',
  (header) => {
    expect(lastForwarded(header, 'proto')).toBe('https')
  },
)
