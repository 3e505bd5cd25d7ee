import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { decryptPush, pushBrowser } from '../../../testing/channels/push-service.ts'
import { areKeysGood, encryptPush, PUSH_TEXT_MAX_BYTES } from './encrypt.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

it('[RFC 8291, appendix A] encrypts the example of the standard to the very same bytes', () => {
  const text = bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24')
  const keys = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const own = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }
  expect(text.toString()).toBe('When I grow up, I want to be a watermelon')
  expect(encryptPush(text, keys, own).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

it('is read by the browser that it is for, differs each time, and fits into what push services take', () => {
  const browser = pushBrowser()
  const text = Buffer.alloc(PUSH_TEXT_MAX_BYTES, 'x')
  const one = encryptPush(text, browser.keys)
  const other = encryptPush(text, browser.keys)
  expect(one.equals(other)).toBe(false)
  expect(one).toHaveLength(4_096)
  expect(decryptPush(one, browser)).toBe(text.toString())
  expect(() => encryptPush(Buffer.concat([text, text]), browser.keys)).toThrow('is limited to')
  expect(() => decryptPush(one, pushBrowser())).toThrow()
})

it('rejects keys that cannot be encrypted for', () => {
  const { p256dh, auth } = pushBrowser().keys
  expect(areKeysGood({ p256dh, auth })).toBe(true)
  const offTheCurve = Buffer.from(p256dh)
  offTheCurve[40]! ^= 1
  const other = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey.export({ format: 'jwk' })
  for (const point of [offTheCurve, p256dh.subarray(1), bytes(other.x ?? ''), Buffer.alloc(65)]) {
    expect(areKeysGood({ p256dh: point, auth })).toBe(false)
  }
  expect(areKeysGood({ p256dh, auth: auth.subarray(1) })).toBe(false)
})
