import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { Signer } from '../../web/signer.ts'

/** Absolute session lifetime. */
export const SESSION_MS = 30 * DAY_MS
const ID_BYTES = 12

/** Person, time and password of a sign-in. */
export interface Session {
  id: string
  /** Null for a password without a name. */
  name: string | null
  /** Names the line of the password file; a session ends with its line. */
  password: string
  /** Whole Unix ms. */
  startedMs: number
}

export interface Sessions {
  start(who: Pick<Session, 'name' | 'password'>): Session
  /** The value of a cookie. */
  write(session: Session): string
  /** The session of a valid, unexpired cookie; `renew` if it was signed by a secret that is being retired. */
  read(value: string): { session: Session; renew: boolean } | null
}

const claimsSchema = z.object({ d: z.string(), n: z.string().nullable(), w: z.string(), s: z.number() })

/** Stateless signed sessions: only those ended before expiry must be stored. */
export function createSessions(deps: { signer: Signer; clock: Clock }): Sessions {
  const { signer, clock } = deps
  // Tokens are signed by the same secrets; this prefix never occurs in them.
  const signed = (claims: string) => `session.${claims}`

  return {
    start: (who) => ({ ...who, id: randomBytes(ID_BYTES).toString('base64url'), startedMs: Math.floor(clock.now()) }),
    write({ id, name, password, startedMs }) {
      const body = { d: id, n: name, w: password, s: startedMs }
      const claims = Buffer.from(JSON.stringify(body)).toString('base64url')
      return `${claims}.${signer.sign(signed(claims))}`
    },
    read(value) {
      const [claims, signature, ...rest] = value.split('.')
      if (!claims || !signature || rest.length > 0) return null
      const by = signer.verify(signed(claims), signature)
      if (!by) return null
      const { data } = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      if (!data || data.s + SESSION_MS <= clock.now()) return null
      const session = { id: data.d, name: data.n, password: data.w, startedMs: data.s }
      return { session, renew: by === 'former' }
    },
  }
}
