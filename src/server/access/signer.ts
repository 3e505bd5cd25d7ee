import { createHmac, timingSafeEqual } from 'node:crypto'

export type Secret = string | Uint8Array

/** Asked on each use, because secrets change while we run. The first signs, all verify. */
export type Secrets = () => readonly Secret[]

export interface Signer {
  sign(text: string): string
  /** By the secret that signs now, by another one that is still good, or by none. */
  verify(text: string, signature: string): 'current' | 'former' | null
}

/**
 * Signs by HMAC-SHA256. A new secret is put before the others; what the old one signed stays good until that one is
 * taken away, so nobody is dropped by the change.
 */
export function createSigner(secrets: Secrets): Signer {
  const digest = (secret: Secret, text: string) => createHmac('sha256', secret).update(text).digest()

  return {
    sign: (text) => digest(secrets()[0]!, text).toString('base64url'),
    verify(text, signature) {
      const given = Buffer.from(signature, 'base64url')
      const index = secrets().findIndex((secret) => {
        const wanted = digest(secret, text)
        return given.length === wanted.length && timingSafeEqual(given, wanted)
      })
      if (index < 0) return null
      return index === 0 ? 'current' : 'former'
    },
  }
}
