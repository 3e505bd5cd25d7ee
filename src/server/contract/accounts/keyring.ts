import { createHash } from 'node:crypto'
import { apiKeySchema, type Product } from '../../../contract/auth.ts'
import { TOKEN_PREFIX } from '../../../contract/limits.ts'
import type { Application, ApplicationLimits, TokenProduct } from './application.ts'
import type { IssuedToken, TokenIssuer } from './token-issuer.ts'

/** Valid credentials: API keys and the tokens issued for them. */
export interface Keyring {
  verify(credential: string, product: Product): Application | null
  issueToken(application: Application, product: TokenProduct): IssuedToken
}

/**
 * `keys` names the application of each key; with `'any'` every well-formed key is an application. An application's
 * tokens share the limits of its key.
 */
export function createKeyring(deps: {
  keys: ReadonlyMap<string, string> | 'any'
  tokens: TokenIssuer
  limits: ApplicationLimits
}): Keyring {
  const { keys, tokens, limits } = deps
  // Looked up by hash, so that the lookup time reveals nothing about the keys.
  const named = keys === 'any' ? null : new Map([...keys].map(([key, name]) => [digest(key), name]))

  return {
    verify(credential, product) {
      if (credential.startsWith(TOKEN_PREFIX)) {
        const grant = tokens.verify(credential, product)
        if (!grant) return null
        return { id: grant.subject, by: 'token', limits, ...(grant.signIn !== null && { signIn: grant.signIn }) }
      }
      if (!apiKeySchema.safeParse(credential).success) return null
      const id = named ? named.get(digest(credential)) : applicationId(credential)
      return id === undefined ? null : { id, by: 'key', limits }
    },
    issueToken: (application, product) => tokens.issue(product, application.id),
  }
}

/** A name for the application of `key` that does not reveal the key. */
export function applicationId(key: string): string {
  return `app-${digest(key).slice(0, 12)}`
}

export function keysByHash(keys: readonly string[]): Map<string, string> {
  return new Map(keys.map((key) => [key, applicationId(key)]))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
