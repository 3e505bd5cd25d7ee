import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { SignInChallenge } from '../../contract/brontide.ts'
import type { Clock } from '../../core/time/clock.ts'
import { readCredential } from '../contract/accounts/credentials.ts'
import type { Access } from './access-config.ts'
import type { FollowedFile } from './kept-file.ts'
import { createOidc, type Oidc } from './oidc.ts'
import { createPasswordCheck, type PasswordCheck } from './password-check.ts'
import type { PasswordLine } from './password-file.ts'
import type { ReadPeer } from './peers.ts'
import { sessionCookie } from './session-cookie.ts'
import { createSessions, type Sessions } from './sessions.ts'
import type { Signer } from './signer.ts'

/** Lets a request through (null), or answers why not. */
export type Admit = (c: Context, secure: boolean) => Promise<Response | null>

/** By what a password is traded for a session. */
export interface PasswordDoor {
  passwords: PasswordCheck
  sessions: Sessions
}

export interface Admission {
  admit: Admit
  /** Null where nobody signs in by a password. */
  door: PasswordDoor | null
}

interface AdmissionDeps {
  access: Access
  clock: Clock
  signer: Signer
  peerOf: ReadPeer
  /** The file of passwords as it is now. */
  lines: FollowedFile<readonly PasswordLine[]> | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
  log: Logger
}

/** Who may mint tokens, by what is configured. */
export function createAdmission(deps: AdmissionDeps): Admission {
  const { access, clock, signer, peerOf, lines, log } = deps
  if (access.kind === 'oidc') {
    const { tokens, identityHeader } = access
    const onProblem = (problem: string) => log.error({ problem }, 'the identity provider can not be asked')
    const oidc = tokens && createOidc({ tokens, clock, fetch: deps.fetch, onProblem })
    return { admit: createIdentityGate({ oidc, identityHeader, peerOf }), door: null }
  }
  if (access.kind === 'password' && lines) {
    const door = { passwords: createPasswordCheck(lines.current), sessions: createSessions({ signer, clock }) }
    return { admit: createSessionGate(door), door }
  }
  return { admit: async () => null, door: null }
}

function createSessionGate({ passwords, sessions }: PasswordDoor): Admit {
  return async (c, secure) => {
    const cookie = sessionCookie.read(c)
    const session = cookie === null ? null : sessions.read(cookie)
    // A session ends with its password, not only with its time.
    if (!session || !passwords.has(session.password)) {
      return askToSignIn(c, { access: 'password', names: passwords.hasNames() })
    }
    if (session.renew) sessionCookie.write(c, sessions.issue(session), secure)
    return null
  }
}

function createIdentityGate(deps: { oidc: Oidc | null; identityHeader: string | null; peerOf: ReadPeer }): Admit {
  const { oidc, identityHeader, peerOf } = deps
  return async (c) => {
    if (identityHeader && peerOf(c).byProxy && c.req.header(identityHeader)?.trim()) return null
    const jwt = oidc && readCredential(c.req.header('authorization'), null)
    if (!oidc || !jwt) return askToSignIn(c, { access: 'oidc', names: false })
    const identity = await oidc.verify(jwt)
    if (identity.kind === 'known') return null
    if (identity.kind === 'refused') return askToSignIn(c, { access: 'oidc', names: false })
    const detail = 'the identity provider can not be asked: try again in a few seconds'
    return c.json({ detail }, 503, { 'cache-control': 'no-store', 'retry-after': '5' })
  }
}

function askToSignIn(c: Context, how: Pick<SignInChallenge, 'access' | 'names'>): Response {
  const detail = how.access === 'password' ? 'sign in first' : 'sign in at the identity provider first'
  const body: SignInChallenge = { detail, reason: 'sign-in', ...how }
  return c.json(body, 401, { 'cache-control': 'no-store' })
}
