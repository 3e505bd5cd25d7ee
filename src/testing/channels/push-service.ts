import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { Lang } from '../../locales/languages.ts'
import type { Post } from '../../server/watch/channels/post.ts'
import type { PushKeys } from '../../server/watch/push/encrypt.ts'

/** A subscribed browser with its public and private keys. */
interface PushBrowser {
  keys: PushKeys
  privateKey: Buffer
}

export function pushBrowser(): PushBrowser {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys()
  return { keys: { p256dh, auth: randomBytes(16) }, privateKey: ecdh.getPrivateKey() }
}

/**
 * Decrypts a push body (RFC 8188, RFC 8291), implemented independently of the encryption; throws if not addressed to
 * this browser.
 */
export function decryptPush(body: Uint8Array, { keys, privateKey }: PushBrowser): string {
  const bytes = Buffer.from(body)
  const salt = bytes.subarray(0, 16)
  const idLength = bytes[20]!
  const serverPublic = bytes.subarray(21, 21 + idLength)
  const record = bytes.subarray(21 + idLength)
  if (record.length > bytes.readUInt32BE(16)) throw new Error('more than one record')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const hkdf = (secret: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0', 'ascii'), keys.p256dh, serverPublic])
  const secret = hkdf(ecdh.computeSecret(serverPublic), keys.auth, info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0', 'ascii'), 16)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0', 'ascii'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (text.at(-1) !== 2) throw new Error('not the last record')
  return text.subarray(0, -1).toString()
}

interface Taken {
  endpoint: string
  headers: Readonly<Record<string, string>>
  /** The claims signed by the sender. */
  claims: { aud: string; exp: number; sub: string }
  message: { title: string; body: string; tag: string; renotify: boolean; link: string | null; lang: string }
}

/**
 * A push service: accepts a message only with a valid signature (RFC 8292) for its own origin, and delivers it to the
 * browser. `answers` sets another status for an endpoint.
 */
export function pushService(nowMs: () => number, answers: (endpoint: string) => number = () => 201) {
  const taken: Taken[] = []
  const asked: string[] = []
  const browsers = new Map<string, PushBrowser>()
  let count = 0

  const post: Post = async ({ url, headers, body, encoding }) => {
    asked.push(url)
    const status = answers(url)
    if (status !== 201) return { status, text: '' }
    const browser = browsers.get(url)
    if (!browser) return { status: 404, text: '' }
    const claims = claimsOf(headers.authorization ?? '')
    const isGood = claims.aud === new URL(url).origin && claims.exp * 1_000 > nowMs()
    if (!isGood || claims.exp * 1_000 > nowMs() + 86_400_000) return { status: 403, text: '' }
    if (headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(headers.ttl ?? ''))
      return { status: 400, text: '' }
    const message = JSON.parse(decryptPush(Buffer.from(body, encoding), browser)) as Taken['message']
    taken.push({ endpoint: url, headers, claims, message })
    return { status: 201, text: '' }
  }

  return {
    post,
    taken,
    /** Requested addresses, in order. */
    asked,
    /** The subscription that a browser sends to our server. */
    subscribe(lang: Lang = 'en', host = 'push.example.com') {
      const browser = pushBrowser()
      const endpoint = `https://${host}/send/${++count}`
      browsers.set(endpoint, browser)
      const [p256dh, auth] = [browser.keys.p256dh, browser.keys.auth].map((key) => key.toString('base64url'))
      return { endpoint, keys: { p256dh: p256dh!, auth: auth! }, lang }
    },
  }
}

/** The claims of a header `vapid t=…, k=…` with a valid signature; throws otherwise. */
function claimsOf(header: string): Taken['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const of = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), of, Buffer.from(signature, 'base64url'))
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  if (!isSigned || alg !== 'ES256') throw new Error('the signature is not that of its key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Taken['claims']
}
