import { z } from 'zod'
import { PRODUCTS, type Product } from '../../../contract/auth.ts'
import { TOKEN_PREFIX, TOKEN_VALIDITY_MS } from '../../../contract/limits.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { createSigner, type Secret, type Secrets } from '../../web/signer.ts'

/** DL §2.3. */
export interface IssuedToken {
  token: string
  /** ISO 8601 with offset. */
  expires_at: string
}

/** Subject and product of a valid token. */
export interface TokenGrant {
  subject: string
  product: Product
  expiresAtMs: number
  /** The sign-in that it was issued for, if any. */
  signIn: string | null
}

export interface TokenIssuer {
  /** `subject` is the application whose limits the bearer uses; without it all bearers share `page`. */
  issue(product: Product, subject?: string, signIn?: string | null): IssuedToken
  /** The grant of a valid, unexpired token for `product`; else null. */
  verify(token: string, product: Product): TokenGrant | null
}

const claimsSchema = z.object({
  p: z.enum(PRODUCTS as [Product, ...Product[]]),
  s: z.string(),
  e: z.number(),
  i: z.string().optional(),
})

/**
 * Stateless tokens signed by HMAC-SHA256: nothing is stored, and every process with the same secret accepts them. With
 * several secrets the first one signs and all verify.
 */
export function createTokenIssuer(deps: { secret: Secret | Secrets; clock: Clock }): TokenIssuer {
  const { secret, clock } = deps
  if (typeof secret !== 'function' && secret.length < 16) {
    throw new Error(`The token secret must hold at least 16 characters, not ${secret.length}.`)
  }
  const signer = createSigner(typeof secret === 'function' ? secret : () => [secret])

  return {
    issue(product, subject = 'page', signIn = null) {
      const expiresAtMs = clock.now() + TOKEN_VALIDITY_MS
      const body = { p: product, s: subject, e: expiresAtMs, ...(signIn !== null && { i: signIn }) }
      const claims = Buffer.from(JSON.stringify(body)).toString('base64url')
      return {
        token: `${TOKEN_PREFIX}${claims}.${signer.sign(claims)}`,
        expires_at: new Date(expiresAtMs).toISOString().replace('Z', '+00:00'),
      }
    },

    verify(token, product) {
      if (!token.startsWith(TOKEN_PREFIX)) return null
      const [claims, signature, ...rest] = token.slice(TOKEN_PREFIX.length).split('.')
      if (!claims || !signature || rest.length > 0) return null
      if (!signer.verify(claims, signature)) return null
      const read = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      if (!read.success || read.data.p !== product || read.data.e <= clock.now()) return null
      return { subject: read.data.s, product, expiresAtMs: read.data.e, signIn: read.data.i ?? null }
    },
  }
}
