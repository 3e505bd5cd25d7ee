import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'

/** VAPID identity for push services (RFC 8292). */
export interface Vapid {
  /** The public key, base64url, for subscriptions. */
  publicKey(): string
  /** The `authorization` header for an endpoint; `subject` is a contact for the operator of the push service. */
  authorization(endpoint: string, subject: string): Promise<string>
}

/** Push services accept tokens for at most a day. */
const GOOD_FOR_MS = 12 * HOUR_MS
const RENEWED_BEFORE_MS = 2 * HOUR_MS
const HELD_MAX = 100

/**
 * `pem` reads the key on first use. Subscriptions are bound to it: losing it requires all browsers to subscribe again.
 */
export function createVapid(pem: () => string, clock: Pick<Clock, 'now'>): Vapid {
  let held: { privateKey: KeyObject; publicKey: string } | null = null
  const headers = new Map<string, { header: Promise<string>; untilMs: number }>()

  function key() {
    held ??= keyOf(pem())
    return held
  }

  async function signed(origin: string, subject: string): Promise<string> {
    const token = await new SignJWT({ sub: subject })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(origin)
      .setExpirationTime(Math.floor((clock.now() + GOOD_FOR_MS) / 1_000))
      .sign(key().privateKey)
    return `vapid t=${token}, k=${key().publicKey}`
  }

  return {
    publicKey: () => key().publicKey,
    authorization(endpoint, subject) {
      const { origin } = new URL(endpoint)
      const name = `${origin} ${subject}`
      if ((headers.get(name)?.untilMs ?? 0) <= clock.now()) headers.delete(name)
      if (headers.size >= HELD_MAX) headers.clear()
      const untilMs = clock.now() + GOOD_FOR_MS - RENEWED_BEFORE_MS
      return heldOrMade(headers, name, () => ({ header: signed(origin, subject), untilMs })).header
    },
  }
}

/** A key for the lifetime of the process. */
export function newVapidKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  }) as string
}

export function isVapidKey(pem: string): boolean {
  try {
    keyOf(pem)
    return true
  } catch {
    return false
  }
}

function keyOf(pem: string): { privateKey: KeyObject; publicKey: string } {
  const privateKey = createPrivateKey(pem)
  const { crv, x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (crv !== 'P-256') throw new Error('the VAPID key is not a P-256 key')
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { privateKey, publicKey: point.toString('base64url') }
}
