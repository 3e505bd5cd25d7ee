import { createHmac, timingSafeEqual } from 'node:crypto'

export type Secret = string | Uint8Array

/** Read on each use, because secrets can change at run time. The first signs, all verify. */
export type Secrets = () => readonly Secret[]

export interface Signer {
  sign(text: string): string
  /** Signed by the current secret, by a former one still valid, or invalid. */
  verify(text: string, signature: string): 'current' | 'former' | null
}

/**
 * Signs by HMAC-SHA256. A new secret is put first; signatures of the old one stay valid until it is removed, so a
 * rotation signs out no one.
 */
export function createSigner(secrets: Secrets): Signer {
  const signatureOf = (secret: Secret, text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  return {
    sign: (text) => signatureOf(secrets()[0]!, text),
    verify(text, signature) {
      // Compared as text: base64 decoding ignores invalid characters, so one signature would have many forms.
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
