import { createHash, randomBytes } from 'node:crypto'
import type { Product } from '../contract/auth.ts'
import type { Clock } from '../core/clock.ts'
import type { Config } from './config.ts'
import { createKeyring } from './contract/keyring.ts'
import { type Application, type ContractPolicy, RELAY_LIMITS, relayPolicy } from './contract/policy.ts'
import { createTokenIssuer } from './contract/token-issuer.ts'
import type { MintedToken } from './page-tokens.ts'
import type { UpstreamTokens } from './sources/upstream/upstream-tokens.ts'

export interface ViewerAccess {
  /** Who may use the contract server. */
  policy: ContractPolicy
  mint(product: Product, client: string): Promise<MintedToken>
}

/** All pages that talk to the upstream themselves: the tokens say no more about who they are. */
const DIRECT_VIEWER: Application = { id: 'direct-viewer', by: 'token', limits: RELAY_LIMITS }

/** The tokens of pages: each client address is an application of its own, with the limits of a viewer. */
export function createViewerAccess(deps: {
  config: Config
  clock: Clock
  /** The upstream's own tokens, where delivery is direct and pages open their sockets there. */
  upstreamTokens: UpstreamTokens | null
}): ViewerAccess {
  const { config, clock, upstreamTokens } = deps
  const tokens = createTokenIssuer({ secret: config.tokenSecret ?? randomBytes(32), clock })
  const keyring = createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS })

  return {
    policy: relayPolicy({
      ...keyring,
      verify(credential, product) {
        const viewer = keyring.verify(credential, product)
        if (viewer || product === 'standard') return viewer
        return upstreamTokens?.knowsUpstreamToken(credential) ? DIRECT_VIEWER : null
      },
    }),
    async mint(product, client) {
      if (!upstreamTokens || product === 'standard') return tokens.issue(product, viewerId(client))
      const { token, expires_at } = await upstreamTokens.mintUpstreamToken(product)
      return { token, expires_at, wsUrl: config.upstream?.bases.specialWs }
    },
  }
}

/** Stands in tokens and logs, so it does not tell the address. */
function viewerId(client: string): string {
  return `viewer-${createHash('sha256').update(client).digest('hex').slice(0, 12)}`
}
