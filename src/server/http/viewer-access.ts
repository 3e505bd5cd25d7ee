import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Product } from '../../contract/auth.ts'
import type { Clock } from '../../core/time/clock.ts'
import { type Admit, createAdmission } from '../access/admission.ts'
import { isHostOf, isOfThisMachine } from '../access/open-door.ts'
import { readPasswords } from '../access/password-file.ts'
import { createPeerReader, type Peer, type ReadPeer } from '../access/peers.ts'
import { createReadGuard } from '../access/read-guard.ts'
import { readRelayKeys } from '../access/relay-keys.ts'
import { createSessionRoutes } from '../access/sign-in/session-routes.ts'
import type { AccessStore } from '../access/store/access-store.ts'
import { readTokenSecrets } from '../access/token-secrets.ts'
import { viewerId } from '../access/viewer-id.ts'
import type { Walls } from '../access/walls/walls.ts'
import type { Config } from '../config/config.ts'
import type { Application } from '../contract/accounts/application.ts'
import { createKeyring, type Keyring } from '../contract/accounts/keyring.ts'
import { type ContractPolicy, RELAY_LIMITS, relayPolicy, UPSTREAM_LIMITS } from '../contract/accounts/policy.ts'
import { createTokenIssuer, type TokenIssuer } from '../contract/accounts/token-issuer.ts'
import { followFile } from '../settings/kept-file.ts'
import type { SettingsFaults } from '../settings/settings-faults.ts'
import { createTrustedProxies } from '../settings/trusted-proxies.ts'
import type { UpstreamTokens } from '../sources/upstream/upstream-tokens.ts'
import type { ChannelOf } from '../web/channel.ts'
import { createSignInRegistry, type SignInRegistry } from '../web/sign-in-registry.ts'
import { createSigner } from '../web/signer.ts'
import { forwardedOf } from './forwarding.ts'
import type { MintedToken } from './page-tokens.ts'

export interface ViewerAccess {
  policy: ContractPolicy
  /** Registry of everything that ends with a sign-in. */
  signIns: SignInRegistry
  /** Names that can sign in; null if only an identity provider knows. */
  names(): string[] | null
  /** Admission for minting a page's tokens. */
  admit: Admit
  mint(product: Product, client: string, signIn: string | null): Promise<MintedToken>
  /** Guards of our API beyond the contract: for viewers of the live line, or with any credential. */
  guard: { history: MiddlewareHandler; reports: MiddlewareHandler; status: MiddlewareHandler }
  sessionRoutes: Hono
  /** Null if password sign-in is disabled. */
  walls: Walls | null
  peerOf: ReadPeer
  peerOfUpgrade: (request: IncomingMessage) => Peer
  close(): void
}

/** All pages with direct delivery: their tokens carry no further identity. */
const DIRECT_VIEWER: Application = { id: 'direct-viewer', by: 'token', limits: RELAY_LIMITS }
/** Prefix of client names, so that none can be mistaken for a viewer. */
const CLIENT = 'client:'

/**
 * Keyring of page tokens, where each client address is an application with viewer limits, and of the relay keys, where
 * each name is an application with the limits of the contract.
 */
export function createViewerAccess(deps: {
  config: Config
  clock: Clock
  /** The clock that pages synchronise with. */
  pageClock: Clock
  log: Logger
  /** Sign-outs and walls. */
  store: AccessStore
  /** Tokens of the upstream, if DELIVERY=direct and pages connect to it. */
  upstreamTokens: UpstreamTokens | null
  /** Channel between the processes of a cluster. */
  channelOf?: ChannelOf
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  readText?: (path: string) => Promise<string>
  faults?: Pick<SettingsFaults, 'set'>
}): ViewerAccess {
  const { config, clock, log, store, upstreamTokens, readText } = deps
  const { access } = config
  const follow = { clock, log, readText, faults: deps.faults }
  const secretFile = followFile({
    name: 'TOKEN_SECRET_FILE',
    kept: config.tokenSecrets,
    parse: readTokenSecrets,
    ...follow,
  })
  const keyFile = followFile({ name: 'RELAY_KEYS_FILE', kept: config.relayKeys, parse: readRelayKeys, ...follow })
  const passwordFile =
    access.kind === 'password'
      ? followFile({
          name: 'ACCESS_PASSWORD_FILE',
          kept: access.passwords,
          parse: readPasswords,
          ...follow,
          taken: () => signIns.look(),
        })
      : null

  const madeSecret = [randomBytes(32)]
  const secrets = () => (secretFile.current().length > 0 ? secretFile.current() : madeSecret)
  const tokens = createTokenIssuer({ secret: secrets, clock: deps.pageClock })
  const keyring = createClientKeyring(keyFile.current, tokens)
  const peers = createPeerReader(createTrustedProxies(config.trustedProxies))
  const peerOf: ReadPeer = (c) => forwardedOf(c)?.peer ?? peers.ofRequest(c)
  const { admit: admitHere, door } = createAdmission({
    access,
    clock,
    signer: createSigner(secrets),
    store,
    peerOf,
    isOverTls: createTlsReader({ peerOf, publicOrigin: config.publicOrigin }),
    lines: passwordFile,
    fetch: deps.fetch ?? ((url, init) => fetch(url, init)),
    log,
  })

  const isInForce = async (signIn: string) => (await door?.isInForce(signIn)) ?? false
  const signIns = createSignInRegistry({ isInForce, onEnded: store.onEnded, clock })
  const policy = relayPolicy({
    issueToken: (application, product) => keyring().issueToken(application, product),
    signIns,
    async verify(credential, product) {
      const application = keyring().verify(credential, product)
      if (application?.signIn && !(await isInForce(application.signIn))) return null
      if (application?.id.startsWith(CLIENT)) return { ...application, limits: UPSTREAM_LIMITS }
      if (application || product === 'standard') return application
      return upstreamTokens?.knowsUpstreamToken(credential) ? DIRECT_VIEWER : null
    },
  })

  /** Requests forwarded by another process were admitted there. */
  const admit: Admit = async (c) => {
    const forwarded = forwardedOf(c)
    const { who, signIn = null } = forwarded ?? {}
    return who ? { refused: null, signIn, who } : admitHere(c)
  }
  const guardOf = (product: Product): MiddlewareHandler => {
    const guard = createReadGuard({ product, isOpen: access.kind === 'open', verify: policy.verify, admit })
    return (c, next) => (forwardedOf(c) ? next() : guard(c, next))
  }

  return {
    policy,
    signIns,
    names: () => door?.passwords.names() ?? null,
    admit,
    guard: { history: guardOf('lightning'), reports: guardOf('metar'), status: guardOf('standard') },
    async mint(product, client, signIn) {
      if (!upstreamTokens || product === 'standard') return tokens.issue(product, viewerId(client), signIn)
      const { token, expires_at } = await upstreamTokens.mintUpstreamToken(product)
      return { token, expires_at, wsUrl: config.upstream?.bases.specialWs }
    },
    sessionRoutes: createSessionRoutes({ clock, log, peerOf, door, others: deps.channelOf?.('sign-ins') ?? null }),
    walls: door?.walls ?? null,
    peerOf,
    peerOfUpgrade: peers.ofUpgrade,
    close() {
      signIns.close()
      for (const file of [secretFile, keyFile, passwordFile]) file?.close()
    },
  }
}

/** Keyring over the current keys. */
function createClientKeyring(names: () => ReadonlyMap<string, string>, tokens: TokenIssuer): () => Keyring {
  let of: ReadonlyMap<string, string> | null = null
  let keyring: Keyring | null = null
  return () => {
    if (keyring && of === names()) return keyring
    of = names()
    const keys = new Map([...of].map(([key, name]) => [key, `${CLIENT}${name}`]))
    keyring = createKeyring({ keys, tokens, limits: RELAY_LIMITS })
    return keyring
  }
}

/**
 * Whether the browser's connection uses TLS, which may end at a proxy: by the proxy's header, `PUBLIC_ORIGIN`, or the
 * browser itself. Browsers send Sec-Fetch-Site without `Origin` only over TLS and to localhost.
 */
function createTlsReader(deps: { peerOf: ReadPeer; publicOrigin: string | null }): (c: Context) => boolean {
  const own = deps.publicOrigin === null ? null : new URL(deps.publicOrigin)
  return (c) => {
    const host = c.req.header('host') ?? ''
    if (deps.peerOf(c).secure || (own?.protocol === 'https:' && isHostOf(own, host))) return true
    const origin = c.req.header('origin')
    if (origin) return origin.startsWith('https:')
    return c.req.header('sec-fetch-site') !== undefined && !isOfThisMachine(host)
  }
}
