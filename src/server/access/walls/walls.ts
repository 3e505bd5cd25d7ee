import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { AccessStore, Wall } from '../store/access-store.ts'

/** Time to walk to the wall with the link. */
const LINK_MS = 15 * MINUTE_MS
/** Letters without look-alikes: a link may be typed by hand. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
/** 80 bits. */
const CODE_LENGTH = 16
const SECRET_BYTES = 32

export interface Walls {
  list(): Promise<Wall[]>
  /** The wall and its link's code; null if the limit of walls is reached. */
  admitWall(said: Pick<Wall, 'name' | 'madeBy'>): Promise<{ wall: Wall; code: string } | null>
  /** The secret to store in the wall's browser, for a valid code; null otherwise. */
  redeem(code: string): Promise<{ wall: Wall; secret: string } | null>
  /** The wall with this secret; null without one, or if the person who admitted it lost access. */
  of(secret: string): Promise<Wall | null>
  /** Whether the wall is still admitted. */
  isAdmitted(id: Wall['id']): Promise<boolean>
  saw(wall: Wall): Promise<void>
  /** False if no wall has this id. */
  turnAway(id: Wall['id']): Promise<boolean>
}

/** Walls admitted by people at the desk through one-time links; `mayAdmit` filters by the admitting person. */
export function createWalls(deps: {
  store: AccessStore
  clock: Clock
  mayAdmit(name: Wall['madeBy']): boolean
}): Walls {
  const { store, clock, mayAdmit } = deps
  const list = async () => (await store.walls()).filter(({ madeBy }) => mayAdmit(madeBy))

  return {
    list,
    async admitWall(said) {
      const code = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
      const wall = await store.addWall({ ...said, code: digest(code), linkUntilMs: clock.now() + LINK_MS })
      return wall && { wall, code }
    },
    async redeem(code) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const wall = await store.claimWall({ code: digest(code.toUpperCase()), secret: digest(secret) })
      return wall && mayAdmit(wall.madeBy) ? { wall, secret } : null
    },
    async of(secret) {
      const wall = await store.wallOf(digest(secret))
      return wall && mayAdmit(wall.madeBy) ? wall : null
    },
    isAdmitted: async (id) => (await list()).some((wall) => wall.id === id),
    saw: (wall) => store.saw(wall.id),
    turnAway: (id) => store.removeWall(id),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
