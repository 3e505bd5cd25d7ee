import { expect, it } from 'vitest'
import { createTrustedProxies } from '../access/trusted-proxies.ts'
import { clientAddress, networkOf } from './client-address.ts'

it('is the address of the other end', () => {
  expect(clientAddress('10.1.2.3', null)).toBe('10.1.2.3')
  expect(clientAddress('::ffff:10.1.2.3', null)).toBe('10.1.2.3')
  expect(clientAddress('2001:db8::1', null)).toBe('2001:db8::1')
})

it('believes what a proxy on this machine saw last', () => {
  expect(clientAddress('127.0.0.1', '1.1.1.1, 10.9.9.9')).toBe('10.9.9.9')
  expect(clientAddress('::1', '2001:db8::7')).toBe('2001:db8::7')
  expect(clientAddress('127.0.0.1', 'rubbish')).toBe('127.0.0.1')
})

it('believes the proxies that are named, each in its turn, and then no other', () => {
  const trusted = createTrustedProxies(['10.0.0.0/8', '2001:db8::/32'])
  expect(clientAddress('10.1.2.3', '6.6.6.6, 203.0.113.9, 10.4.4.4', trusted)).toBe('203.0.113.9')
  expect(clientAddress('2001:db8::1', '::ffff:203.0.113.9', trusted)).toBe('203.0.113.9')
  expect(clientAddress('10.1.2.3', '10.4.4.4', trusted)).toBe('10.4.4.4')
  expect(clientAddress('127.0.0.1', '203.0.113.9', trusted)).toBe('127.0.0.1')
})

it('does not believe it from anywhere else', () => {
  expect(clientAddress('10.1.2.3', '127.0.0.1')).toBe('10.1.2.3')
})

it('counts a network of IPv6 as one client, since whoever has one address has them all', () => {
  const same = ['2001:db8:0:7::1', '2001:db8::7:0:0:0:2', '2001:0DB8:0:7:ffff::3'].map(networkOf)
  expect(new Set(same).size).toBe(1)
  expect(networkOf('2001:db8:0:8::4')).not.toBe(same[0])
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('unknown')).toBe('unknown')
})
