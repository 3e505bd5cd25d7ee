import { COMMANDS } from '../settings/command-names.ts'
import { createKeptReader, type Kept, type ReadText, readOr } from '../settings/kept-file.ts'
import { LOCAL_PROXIES, readTrustedProxies } from '../settings/trusted-proxies.ts'
import type { OidcTokens } from './oidc.ts'
import { isSafeUrl } from './oidc.ts'
import { type PasswordLine, readPasswords } from './password-file.ts'
import { readRelayKeys } from './relay-keys.ts'
import { readTokenSecrets } from './token-secrets.ts'

export interface AccessConfig {
  /** Sign-in required to mint a page's tokens. */
  access: Access
  /** Sign tokens and sessions: the first signs, all verify. Empty where they need not outlive a restart. */
  tokenSecrets: Kept<readonly string[]>
  /** Name of each relay key, for contract clients other than our page. */
  relayKeys: Kept<ReadonlyMap<string, string>>
  /** Proxies whose X-Forwarded-* headers are trusted. */
  trustedProxies: readonly string[]
}

export type Access =
  /** `assumed`: ACCESS is not set, and the server is reachable from this machine only. */
  | { kind: 'open'; assumed: boolean }
  | { kind: 'password'; passwords: Kept<readonly PasswordLine[]> }
  | { kind: 'oidc'; tokens: OidcTokens | null; identityHeader: string | null }

type Settings = Readonly<Record<string, string>>
type ReadFile = (path: string) => string

const KINDS = ['open', 'password', 'oidc']
const OIDC_NAMES = ['OIDC_ISSUER', 'OIDC_AUDIENCE', 'OIDC_IDENTITY_HEADER']

/** Reads the access settings; reports all problems together, without secrets. */
export function readAccess(
  set: Settings,
  readFile: ReadFile,
): { config: AccessConfig; problems: string[]; notices: string[] } {
  const problems: string[] = []

  function take<T>(name: string, read: ReadText<T>, otherwise: T): T {
    return readOr(name, read, otherwise, problems)
  }

  const keep = createKeptReader(set, readFile, problems)

  function secrets(): Kept<readonly string[]> {
    const { TOKEN_SECRET: direct, TOKEN_SECRET_FILE: path } = set
    if (direct && path) problems.push('TOKEN_SECRET and TOKEN_SECRET_FILE are both set: keep one of them')
    if (!direct) return keep('TOKEN_SECRET_FILE', readTokenSecrets, [])
    return { value: take('TOKEN_SECRET', readTokenSecrets(direct), []), path: null }
  }

  function relayKeys(): Kept<ReadonlyMap<string, string>> {
    if (set.RELAY_KEYS_FILE && set.DELIVERY === 'direct') {
      problems.push('RELAY_KEYS_FILE needs DELIVERY=relay: other clients connect to this server')
    }
    return keep('RELAY_KEYS_FILE', readRelayKeys, new Map())
  }

  const { TRUSTED_PROXIES: proxies } = set
  const config: AccessConfig = {
    access: readKind(),
    tokenSecrets: secrets(),
    relayKeys: relayKeys(),
    trustedProxies: proxies ? take('TRUSTED_PROXIES', readTrustedProxies(proxies), LOCAL_PROXIES) : LOCAL_PROXIES,
  }
  return { config, problems, notices: noticesOf(set, config) }

  function readKind(): Access {
    const { ACCESS: kind = 'open' } = set
    if (!KINDS.includes(kind)) problems.push(`ACCESS must be one of ${KINDS.join(', ')}`)
    if (set.ACCESS_PASSWORD) {
      problems.push(
        `ACCESS_PASSWORD is not a setting, since plain-text passwords are not supported: put what "${COMMANDS.accessHash}" prints into a file, and name that by ACCESS_PASSWORD_FILE`,
      )
    }
    if (kind === 'password') {
      if (!set.ACCESS_PASSWORD_FILE) {
        problems.push(
          `ACCESS_PASSWORD_FILE is missing: ACCESS=password needs the file that holds the hashes, as "${COMMANDS.accessHash}" prints them`,
        )
      }
      return { kind, passwords: keep('ACCESS_PASSWORD_FILE', readPasswords, []) }
    }
    return kind === 'oidc' ? readOidc() : { kind: 'open', assumed: set.ACCESS === undefined }
  }

  function readOidc(): Access {
    const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_IDENTITY_HEADER: header } = set
    if (!issuer && !audience && !header) {
      problems.push(
        'OIDC_ISSUER and OIDC_AUDIENCE are missing: ACCESS=oidc needs them, or OIDC_IDENTITY_HEADER and TRUSTED_PROXIES',
      )
    } else if (Boolean(issuer) !== Boolean(audience)) {
      problems.push(`${issuer ? 'OIDC_AUDIENCE' : 'OIDC_ISSUER'} is missing: tokens are checked against both`)
    }
    if (issuer && !isSafeUrl(issuer)) {
      problems.push(
        'OIDC_ISSUER must be an https: URL, written as the provider writes it (http: on this machine alone)',
      )
    }
    if (header && !/^[a-z0-9-]+$/i.test(header)) {
      problems.push('OIDC_IDENTITY_HEADER must be the name of a header, such as X-Auth-Request-Email')
    }
    if (header && !proxies) {
      problems.push(
        'TRUSTED_PROXIES is missing: list the proxies whose OIDC_IDENTITY_HEADER is trusted, such as 127.0.0.1',
      )
    }
    const audiences = (audience ?? '').split(/[,\s]+/).filter((each) => each !== '')
    return {
      kind: 'oidc',
      tokens: issuer && audience ? { issuer, audiences } : null,
      identityHeader: header ? header.toLowerCase() : null,
    }
  }
}

/** Settings that are accepted but have no effect, or less than expected. */
function noticesOf(set: Settings, { access, tokenSecrets }: AccessConfig): string[] {
  const notices: string[] = []
  if (set.ACCESS_PASSWORD_FILE && access.kind !== 'password') {
    notices.push(`ACCESS_PASSWORD_FILE is ignored: ACCESS is ${access.kind}`)
  }
  for (const name of OIDC_NAMES) {
    if (set[name] && access.kind !== 'oidc') notices.push(`${name} is ignored: ACCESS is ${access.kind}`)
  }
  if (access.kind === 'password' && tokenSecrets.value.length === 0) {
    notices.push('TOKEN_SECRET is not set: all users must sign in again after each restart')
  }
  return notices
}
