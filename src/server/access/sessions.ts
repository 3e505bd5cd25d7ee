import { z } from 'zod'
import type { Clock } from '../../core/time/clock.ts'
import { DAY_MS } from '../../core/time/durations.ts'
import type { Signer } from './signer.ts'

/** Long enough for a wall display that is switched off over a holiday. */
export const SESSION_MS = 30 * DAY_MS
const RENEW_AFTER_MS = DAY_MS

/** Who signed in, and by which of the passwords that are in force. */
export interface Session {
  /** Null where a password without a name was used. */
  name: string | null
  /** Names the line of the password file; a session ends with its line. */
  password: string
}

export interface ReadSession extends Session {
  /** It is a day old, or signed by a secret that is on its way out. */
  renew: boolean
}

export interface Sessions {
  /** The value of a cookie. */
  issue(session: Session): string
  /** The session of a cookie that is ours and not expired; else null. */
  read(value: string): ReadSession | null
}

const claimsSchema = z.object({ n: z.string().nullable(), w: z.string(), i: z.number(), e: z.number() })

/** Sessions that carry what they say, signed, so that nothing is stored. */
export function createSessions(deps: { signer: Signer; clock: Clock }): Sessions {
  const { signer, clock } = deps
  // Tokens are signed by the same secrets; what is signed there never holds this.
  const signed = (claims: string) => `session.${claims}`

  return {
    issue({ name, password }) {
      const now = clock.now()
      const body = { n: name, w: password, i: now, e: now + SESSION_MS }
      const claims = Buffer.from(JSON.stringify(body)).toString('base64url')
      return `${claims}.${signer.sign(signed(claims))}`
    },
    read(value) {
      const [claims, signature, ...rest] = value.split('.')
      if (!claims || !signature || rest.length > 0) return null
      const by = signer.verify(signed(claims), signature)
      if (!by) return null
      const { success, data } = claimsSchema.safeParse(JSON.parse(Buffer.from(claims, 'base64url').toString()))
      if (!success || data.e <= clock.now()) return null
      const renew = by === 'former' || clock.now() - data.i > RENEW_AFTER_MS
      return { name: data.n, password: data.w, renew }
    },
  }
}
