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
  const signatureOf = (secret: Secret, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  return {
    sign: (text) => signatureOf(secrets()[0]!, text),
    verify(text, signature) {
      // Compared as it is written: decoding passes over what is no base64, and one signature would have many forms.
      const given = Buffer.from(signature)
      const index = secrets().findIndex((secret) => {
        const wanted = Buffer.from(signatureOf(secret, text))
        return given.length === wanted.length && timingSafeEqual(given, wanted)
      })
      if (index < 0) return null
      return index === 0 ? 'current' : 'former'
    },
  }
}
