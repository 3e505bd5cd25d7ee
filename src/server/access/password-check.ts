import { randomBytes, timingSafeEqual } from 'node:crypto'
import { COST, normalName, type PasswordLine } from './password-file.ts'
import { deriveKey } from './scrypt.ts'

export interface PasswordCheck {
  /** The line that `password` opens, null where none, or `busy` where too many others wait already. */
  check(attempt: { name: string | null; password: string }): Promise<PasswordLine | null | 'busy'>
  /** Whether some password belongs to a name, so that a page asks for one. */
  hasNames(): boolean
  /** Whether the line is still in force. */
  has(id: string): boolean
}

/** Each check takes a thread and 32 MB for a tenth of a second: more at once would starve everything else. */
const AT_ONCE = 2
const WAITING_MAX = 20

/** Tries passwords against the lines that are in force. How long it takes does not tell whether a name exists. */
export function createPasswordCheck(lines: () => readonly PasswordLine[]): PasswordCheck {
  // Where a name is unknown, as much work is done for nothing.
  const decoy: PasswordLine = { name: null, cost: COST, salt: randomBytes(16), hash: randomBytes(32), id: '' }
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (running < AT_ONCE) running++
    else if (waiting.length >= WAITING_MAX) return 'busy'
    else await new Promise<void>((resolve) => waiting.push(resolve)) // the turn of one that ended is passed on
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  async function opens(line: PasswordLine, password: string): Promise<boolean> {
    const derived = await deriveKey(password, line.salt, line.cost, line.hash.length)
    return timingSafeEqual(derived, line.hash)
  }

  return {
    check({ name, password }) {
      const wanted = name === null ? null : normalName(name)
      return inTurn(async () => {
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
    has: (id) => lines().some((line) => line.id === id),
  }
}
