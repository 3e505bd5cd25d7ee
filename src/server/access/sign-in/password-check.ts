import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createSharedRoom } from '../../shared-room.ts'
import { COST, normalName, type PasswordLine } from '../password-file.ts'
import { deriveKey } from '../scrypt.ts'

export interface PasswordCheck {
  /** The line that `password` opens, null where none, or `busy` where too many others wait already. */
  check(attempt: { name: string | null; password: string }, asker: Asker): Promise<PasswordLine | null | 'busy'>
  /** Whether some password belongs to a name, so that a page asks for one. */
  hasNames(): boolean
  /** Whether some password of that name is in force; null is for those without a name. */
  hasName(name: string | null): boolean
  /** Whether the line is still in force. */
  has(id: string): boolean
}

export interface Asker {
  /** An address, or a browser that is known. */
  id: string
  isStranger: boolean
}

/**
 * Each check takes a thread and 32 MB for a tenth of a second: more at once would starve everything else. However many
 * strangers guess, they use one of the threads, and those who have signed in before wait for nobody but each other.
 */
const AT_ONCE = 2
const STRANGERS_AT_ONCE = 1
const WAITING_MAX = { each: 3, all: 20 }

/** Tries passwords against the lines that are in force. How long it takes does not tell whether a name exists. */
export function createPasswordCheck(lines: () => readonly PasswordLine[]): PasswordCheck {
  // Where a name is unknown, as much work is done for nothing.
  const decoy: PasswordLine = { name: null, cost: COST, salt: randomBytes(16), hash: randomBytes(32), id: '' }
  const lanes = { known: createLane(), stranger: createLane() }

  /** Lets go on whoever may: those who are known first. */
  function letGoOn(): void {
    while (lanes.known.running + lanes.stranger.running < AT_ONCE) {
      const isStrangersTurn = lanes.known.waiting.length === 0 && lanes.stranger.running < STRANGERS_AT_ONCE
      const lane = isStrangersTurn ? lanes.stranger : lanes.known
      const next = lane.waiting.shift()
      if (!next) return
      lane.running++
      next()
    }
  }

  async function inTurn<T>({ id, isStranger }: Asker, work: () => Promise<T>): Promise<T | 'busy'> {
    const lane = isStranger ? lanes.stranger : lanes.known
    const place = lane.places.enter(id)
    if (!place.isFree) return 'busy'
    const turn = new Promise<void>((resolve) => lane.waiting.push(resolve))
    letGoOn()
    try {
      await turn
      return await work()
    } finally {
      place.leave()
      lane.running--
      letGoOn()
    }
  }

  async function opens(line: PasswordLine, password: string): Promise<boolean> {
    const derived = await deriveKey(password, line.salt, line.cost, line.hash.length)
    return timingSafeEqual(derived, line.hash)
  }

  return {
    check({ name, password }, asker) {
      const wanted = name === null ? null : normalName(name)
      return inTurn(asker, async () => {
        const candidates = lines().filter((line) => line.name === wanted)
        let found: PasswordLine | null = null
        // Every one is tried, found or not.
        for (const line of candidates.length > 0 ? candidates : [{ ...decoy, cost: lines()[0]?.cost ?? COST }]) {
          const isIt = await opens(line, password)
          if (isIt && candidates.includes(line)) found ??= line
        }
        return found
      })
    },
    hasNames: () => lines().some(({ name }) => name !== null),
    hasName: (name) => lines().some((line) => line.name === name),
    has: (id) => lines().some((line) => line.id === id),
  }
}

function createLane() {
  return { running: 0, waiting: [] as (() => void)[], places: createSharedRoom(WAITING_MAX) }
}
