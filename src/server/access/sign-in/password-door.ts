import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { Signer } from '../../web/signer.ts'
import type { PasswordLine } from '../password-file.ts'
import type { AccessStore, Wall } from '../store/access-store.ts'
import { createWalls } from '../walls/walls.ts'
import type { MakeCookie } from './cookies.ts'
import { createPasswordCheck } from './password-check.ts'
import { createSessions, SESSION_MS, type Session } from './sessions.ts'

const ID_BYTES = 12
/** Maximum lifetime of a cookie in browsers; a wall's cookie is renewed on each visit. */
const LONGEST_MS = 400 * DAY_MS

/** The visitor identified by a request's cookie. */
export type Visitor = { kind: 'person'; session: Session } | { kind: 'wall'; wall: Wall }

/** Sessions of people signed in by password, and of the walls they admitted. */
export type PasswordDoor = ReturnType<typeof createPasswordDoor>

export function createPasswordDoor(deps: {
  lines: () => readonly PasswordLine[]
  signer: Signer
  clock: Clock
  store: AccessStore
  cookie: MakeCookie
}) {
  const { signer, clock, store, cookie } = deps
  const cookies = { session: cookie('brontide'), device: cookie('brontide-device'), wall: cookie('brontide-wall') }
  const passwords = createPasswordCheck(deps.lines)
  const sessions = createSessions({ signer, clock })
  const devices = createKnownDevices(signer)
  const walls = createWalls({ store, clock, mayAdmit: passwords.hasName })

  /** A session also ends when its password is removed. */
  const isGood = async (session: Session) =>
    passwords.lineOf(session.password) !== null && !(await store.hasEnded(session))

  async function personOf(c: Context): Promise<Session | null> {
    const value = cookies.session.read(c)
    const read = value === null ? null : sessions.read(value)
    const line = read && passwords.lineOf(read.session.password)
    if (!read || !line || !(await isGood(read.session))) return null
    // The name comes from the current line: the one in the cookie may be outdated or, with a leaked secret, forged.
    const session = { ...read.session, name: line.name }
    if (read.renew) keepSession(c, session)
    return session
  }

  async function wallOf(c: Context): Promise<Wall | null> {
    const secret = cookies.wall.read(c)
    return secret === null ? null : walls.of(secret)
  }

  function keepSession(c: Context, session: Session): void {
    cookies.session.write(c, sessions.write(session), session.startedMs + SESSION_MS - clock.now())
  }

  return {
    passwords,
    walls,
    /** Null without a valid cookie. */
    async visitorOf(c: Context): Promise<Visitor | null> {
      const session = await personOf(c)
      if (session) return { kind: 'person', session }
      const wall = await wallOf(c)
      if (!wall) return null
      await walls.saw(wall)
      cookies.wall.write(c, cookies.wall.read(c)!, LONGEST_MS)
      return { kind: 'wall', wall }
    },
    /** Whether the sign-in with this `refOf` is still valid. */
    async isInForce(ref: string): Promise<boolean> {
      const session = sessionOfRef(ref)
      if (!session) return walls.isAdmitted(ref.slice(WALL.length))
      return clock.now() < session.startedMs + SESSION_MS && isGood(session)
    },
    /** The known browser, if a sign-in under that name succeeded in it before. */
    deviceOf: (c: Context, name: string | null): string | null => devices.read(cookies.device.read(c), name),
    enter(c: Context, { name, id }: PasswordLine): void {
      keepSession(c, sessions.start({ name, password: id }))
      cookies.device.write(c, devices.issue(name), LONGEST_MS)
    },
    enterWall: (c: Context, secret: string): void => cookies.wall.write(c, secret, LONGEST_MS),
    /** Ends the browser's session and all copies of its cookie. */
    async leave(c: Context): Promise<void> {
      const session = await personOf(c)
      const wall = await wallOf(c)
      if (session) await store.endSession(session)
      if (wall) await walls.turnAway(wall.id)
      cookies.session.remove(c)
      cookies.wall.remove(c)
    },
  }
}

const PERSON = 'person.'
const WALL = 'wall.'

/** Identifies the sign-in of a visitor in tokens; grants no access. */
export function refOf(visitor: Visitor): string {
  if (visitor.kind === 'wall') return WALL + visitor.wall.id
  const { id, password, startedMs } = visitor.session
  return `${PERSON}${id}.${password}.${startedMs}`
}

function sessionOfRef(ref: string): Session | null {
  if (!ref.startsWith(PERSON)) return null
  const [id = '', password = '', startedMs] = ref.slice(PERSON.length).split('.')
  return { id, name: null, password, startedMs: Number(startedMs) }
}

/**
 * Browsers that have signed in under a name before. Their cookie grants no access: it only exempts their attempts from
 * the limits for strangers.
 */
function createKnownDevices(signer: Signer) {
  const signed = (id: string, name: string | null) => `device.${id}.${name ?? ''}`

  return {
    /** The cookie value to store in the browser. */
    issue(name: string | null): string {
      const id = randomBytes(ID_BYTES).toString('base64url')
      return `${id}.${signer.sign(signed(id, name))}`
    },
    /** Identifies the browser with cookie `value`; null if we did not issue it for that name. */
    read(value: string | null, name: string | null): string | null {
      const [id, signature, ...rest] = (value ?? '').split('.')
      if (!id || !signature || rest.length > 0) return null
      return signer.verify(signed(id, name), signature) ? id : null
    },
  }
}
