import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { SignInChallenge } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import { readCredential } from '../contract/accounts/credentials.ts'
import type { FollowedFile } from '../settings/kept-file.ts'
import type { Caller, Who } from '../web/caller.ts'
import type { Signer } from '../web/signer.ts'
import type { Access } from './access-config.ts'
import { identityName } from './identity-name.ts'
import { createOidc, type Oidc } from './oidc.ts'
import type { PasswordLine } from './password-file.ts'
import type { ReadPeer } from './peers.ts'
import { createCookies } from './sign-in/cookies.ts'
import { createPasswordDoor, type PasswordDoor, refOf } from './sign-in/password-door.ts'
import type { AccessStore } from './store/access-store.ts'

/** Admits a request and returns its caller, or returns a refusal. */
export type Admit = (c: Context) => Promise<{ refused: Response } | ({ refused: null } & Caller)>

export interface Admission {
  admit: Admit
  /** Null if password sign-in is disabled. */
  door: PasswordDoor | null
}

interface AdmissionDeps {
  access: Access
  clock: Clock
  signer: Signer
  store: AccessStore
  peerOf: ReadPeer
  isOverTls: (c: Context) => boolean
  lines: FollowedFile<readonly PasswordLine[]> | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
  log: Logger
}

/** Chooses the admission policy from the configuration. */
export function createAdmission(deps: AdmissionDeps): Admission {
  const { access, clock, signer, store, peerOf, lines, log } = deps
  if (access.kind === 'oidc') {
    const { tokens, identityHeader } = access
    const onProblem = (problem: string) => log.error({ problem }, 'identity provider unavailable')
    const oidc = tokens && createOidc({ tokens, clock, fetch: deps.fetch, onProblem })
    return { admit: createIdentityGate({ oidc, identityHeader, peerOf }), door: null }
  }
  if (access.kind === 'password' && lines) {
    const cookie = createCookies(deps.isOverTls)
    const door = createPasswordDoor({ lines: lines.current, signer, clock, store, cookie })
    return { admit: createSessionGate(door), door }
  }
  return { admit: async () => withoutSignIn(null), door: null }
}

/** Admitted without a sign-in that could end. */
function withoutSignIn(name: string | null, claims: Who['claims'] = {}) {
  return { refused: null, signIn: null, who: { name, isPerson: true, claims } }
}

function createSessionGate({ passwords, visitorOf }: PasswordDoor): Admit {
  return async (c) => {
    const visitor = await visitorOf(c)
    if (visitor) {
      const isPerson = visitor.kind === 'person'
      const name = isPerson ? visitor.session.name : visitor.wall.name
      return { refused: null, signIn: refOf(visitor), who: { name, isPerson, claims: {} } }
    }
    return askToSignIn(c, { access: 'password', names: passwords.hasNames() })
  }
}

function createIdentityGate(deps: { oidc: Oidc | null; identityHeader: string | null; peerOf: ReadPeer }): Admit {
  const { oidc, identityHeader, peerOf } = deps
  return async (c) => {
    const header = identityHeader && peerOf(c).byProxy ? c.req.header(identityHeader) : null
    const named = header ? identityName(header) : null
    if (named) return withoutSignIn(named)
    const jwt = oidc && readCredential(c.req.header('authorization'), null)
    if (!oidc || !jwt) return askToSignIn(c, { access: 'oidc', names: false })
    const identity = await oidc.verify(jwt)
    if (identity.kind === 'known') return withoutSignIn(identity.subject, identity.claims)
    if (identity.kind === 'refused') return askToSignIn(c, { access: 'oidc', names: false })
    const detail = 'the identity provider is unavailable: try again in a few seconds'
    return { refused: c.json({ detail }, 503, { 'retry-after': '5' }) }
  }
}

function askToSignIn(c: Context, how: Pick<SignInChallenge, 'access' | 'names'>) {
  const detail = how.access === 'password' ? 'sign in first' : 'sign in at the identity provider first'
  const body: SignInChallenge = { detail, reason: 'sign-in', ...how }
  return { refused: c.json(body, 401) }
}
