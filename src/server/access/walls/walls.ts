import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { AccessStore, Wall } from '../store/access-store.ts'

/** Long enough to walk over to the wall with it. */
const LINK_MS = 15 * MINUTE_MS
/** Letters that nobody takes for another: a link may have to be typed. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'
/** 80 bits. */
const CODE_LENGTH = 16
const SECRET_BYTES = 32

export interface Walls {
  list(): Promise<Wall[]>
  /** The wall, and the code of its link; null where there are as many as there may be. */
  letIn(said: Pick<Wall, 'name' | 'madeBy'>): Promise<{ wall: Wall; code: string } | null>
  /** What the wall's browser is to keep, for the code of a link that is good; null for any other. */
  redeem(code: string): Promise<{ wall: Wall; secret: string } | null>
  /** The wall whose browser keeps that; null where there is none, or nobody of whoever let it in may come in any more. */
  of(secret: string): Promise<Wall | null>
  /** Whether the wall is still let in. */
  isLetIn(id: Wall['id']): Promise<boolean>
  saw(wall: Wall): Promise<void>
  /** False where there is none of that id. */
  turnAway(id: Wall['id']): Promise<boolean>
}

/** Walls that somebody on the desk lets in by a link that is good once; `mayLetIn` says whose walls are let in. */
export function createWalls(deps: {
  store: AccessStore
  clock: Clock
  mayLetIn(name: Wall['madeBy']): boolean
}): Walls {
  const { store, clock, mayLetIn } = deps
  const list = async () => (await store.walls()).filter(({ madeBy }) => mayLetIn(madeBy))

  return {
    list,
    async letIn(said) {
      const code = Array.from(randomBytes(CODE_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('')
      const wall = await store.addWall({ ...said, code: digest(code), linkUntilMs: clock.now() + LINK_MS })
      return wall && { wall, code }
    },
    async redeem(code) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const wall = await store.claimWall({ code: digest(code.toUpperCase()), secret: digest(secret) })
      return wall && mayLetIn(wall.madeBy) ? { wall, secret } : null
    },
    async of(secret) {
      const wall = await store.wallOf(digest(secret))
      return wall && mayLetIn(wall.madeBy) ? wall : null
    },
    isLetIn: async (id) => (await list()).some((wall) => wall.id === id),
    saw: (wall) => store.saw(wall.id),
    turnAway: (id) => store.removeWall(id),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
