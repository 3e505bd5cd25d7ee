import { createHash } from 'node:crypto'
import { apiKeySchema, type Product } from '../../../contract/auth.ts'
import { TOKEN_PREFIX } from '../../../contract/limits.ts'
import type { Application, ApplicationLimits, TokenProduct } from './application.ts'
import type { IssuedToken, TokenIssuer } from './token-issuer.ts'

/** Who may come in: API keys, and the tokens they were traded for. */
export interface Keyring {
  verify(credential: string, product: Product): Application | null
  issueToken(application: Application, product: TokenProduct): IssuedToken
}

/**
 * `keys` names the application of each key; `'any'` makes every well-formed key an application of its own. An
 * application's tokens draw on the same limits as its key.
 */
export function createKeyring(deps: {
  keys: ReadonlyMap<string, string> | 'any'
  tokens: TokenIssuer
  limits: ApplicationLimits
}): Keyring {
  const { keys, tokens, limits } = deps
  // Looked up by hash, so that the time a look-up takes says nothing about the keys.
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

/** A name for the application of `key` from which the key can't be had. */
export function applicationId(key: string): string {
  return `app-${digest(key).slice(0, 12)}`
}

/** Names each of `keys` by its hash. */
export function keysByHash(keys: readonly string[]): Map<string, string> {
  return new Map(keys.map((key) => [key, applicationId(key)]))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
