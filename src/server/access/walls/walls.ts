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

export type Walls = ReturnType<typeof createWalls>

/** Walls admitted by people at the desk through one-time links; `mayAdmit` filters by the admitting person. */
export function createWalls(deps: { store: AccessStore; clock: Clock; mayAdmit(name: Wall['madeBy']): boolean }) {
  const { store, clock, mayAdmit } = deps
  const list = async () => (await store.walls()).filter(({ madeBy }) => mayAdmit(madeBy))

  return {
    list,
    /** The wall and its link's code; null if the limit of walls is reached. */
    async admitWall(said: Pick<Wall, 'name' | 'madeBy'>): Promise<{ wall: Wall; code: string } | null> {
      const code = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
      const wall = await store.addWall({ ...said, code: digest(code), linkUntilMs: clock.now() + LINK_MS })
      return wall && { wall, code }
    },
    /** The secret to store in the wall's browser, for a valid code; null otherwise. */
    async redeem(code: string): Promise<{ wall: Wall; secret: string } | null> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const wall = await store.claimWall({ code: digest(code.toUpperCase()), secret: digest(secret) })
      return wall && mayAdmit(wall.madeBy) ? { wall, secret } : null
    },
    /** The wall with this secret; null without one, or if the person who admitted it lost access. */
    async of(secret: string): Promise<Wall | null> {
      const wall = await store.wallOf(digest(secret))
      return wall && mayAdmit(wall.madeBy) ? wall : null
    },
    /** Whether the wall is still admitted. */
    isAdmitted: async (id: Wall['id']): Promise<boolean> => (await list()).some((wall) => wall.id === id),
    saw: (wall: Wall): Promise<void> => store.saw(wall.id),
    /** False if no wall has this id. */
    turnAway: (id: Wall['id']): Promise<boolean> => store.removeWall(id),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
