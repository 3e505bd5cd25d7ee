import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a subscribed browser (RFC 8291), as bytes. */
export interface PushKeys {
  /** An uncompressed P-256 point. */
  p256dh: Buffer
  auth: Buffer
}

/** Push services must accept a record of this size (RFC 8030); some refuse longer ones. */
const RECORD_BYTES = 4_096
const HEADER_BYTES = 86
/** Authentication tag and padding delimiter. */
const OVERHEAD_BYTES = 17
export const PUSH_TEXT_MAX_BYTES = RECORD_BYTES - HEADER_BYTES - OVERHEAD_BYTES
const LAST_RECORD = Buffer.from([2])
const PUBLIC_BYTES = 65
const AUTH_BYTES = 16

/** Whether the keys are valid: a point on the curve, and a secret of the right length. */
export function areKeysGood({ p256dh, auth }: PushKeys): boolean {
  if (p256dh.length !== PUBLIC_BYTES || p256dh[0] !== 4 || auth.length !== AUTH_BYTES) return false
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(p256dh)
    return true
  } catch {
    return false
  }
}

/**
 * Body of a push message: aes128gcm in one record (RFC 8188), with keys derivable only by the browser (RFC 8291). `own`
 * holds the ephemeral values; a test passes those of the RFC's example. Throws if the text is too long.
 */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  own: { privateKey?: Buffer; salt: Buffer } = { salt: randomBytes(16) },
): Buffer {
  if (text.length > PUSH_TEXT_MAX_BYTES) throw new Error(`a push message is limited to ${PUSH_TEXT_MAX_BYTES} bytes`)
  const ecdh = createECDH('prime256v1')
  if (own.privateKey) ecdh.setPrivateKey(own.privateKey)
  else ecdh.generateKeys()
  const ownPublic = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(p256dh)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPublic])
  const secret = derive(shared, auth, keyInfo, 32)
  const key = derive(secret, own.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, own.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const record = Buffer.concat([cipher.update(text), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([own.salt, size, Buffer.from([ownPublic.length]), ownPublic, record])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
