import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createConcurrencyLimit } from '../../web/concurrency-limit.ts'
import { normalName, type PasswordLine } from '../password-file.ts'
import { deriveKey } from '../scrypt.ts'

export interface Asker {
  /** An address, or a known browser. */
  id: string
  isStranger: boolean
}

/**
 * Each check takes a thread and 32 MB for a tenth of a second: more in parallel would starve other work. Strangers use
 * at most one of the threads; known browsers wait only for each other.
 */
const AT_ONCE = 2
const STRANGERS_AT_ONCE = 1
const WAITING_MAX = { each: 3, all: 20 }

/** Checks passwords in constant time with respect to the existence of the name. */
export function createPasswordCheck(lines: () => readonly PasswordLine[], derive = deriveKey) {
  const lanes = { known: createLane(), stranger: createLane() }

  /** Starts the next check; known browsers first. */
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
    const derived = await derive(password, line.salt, line.cost, line.hash.length)
    return timingSafeEqual(derived, line.hash)
  }

  return {
    /** The line that `password` matches, null without a match, `busy` if the queue is full. */
    check(
      { name, password }: { name: string | null; password: string },
      asker: Asker,
    ): Promise<PasswordLine | null | 'busy'> {
      const wanted = name === null ? null : normalName(name)
      return inTurn(asker, async () => {
        const all = lines()
        const candidates = all.filter((line) => line.name === wanted)
        let found: PasswordLine | null = null
        // All candidates and decoys are tried, so that the time is independent of a match.
        for (const line of [...candidates, ...decoysBeside(candidates, all)]) {
          const isIt = await opens(line, password)
          if (isIt && candidates.includes(line)) found ??= line
        }
        return found
      })
    },
    /** Whether any password requires a name, so that the page shows a field for it. */
    hasNames: (): boolean => lines().some(({ name }) => name !== null),
    /** Whether a valid password of that name exists; null is the name of passwords without one. */
    hasName: (name: string | null): boolean => lines().some((line) => line.name === name),
    /** The current line; null if it was removed. */
    lineOf: (id: string): PasswordLine | null => lines().find((line) => line.id === id) ?? null,
    names: (): string[] => [...new Set(lines().flatMap(({ name }) => name ?? []))],
  }
}

/**
 * Decoys that raise the work of an attempt to that of the name with most lines: its duration reveals neither whether a
 * name exists nor how many passwords it has.
 */
function decoysBeside(candidates: readonly PasswordLine[], all: readonly PasswordLine[]): PasswordLine[] {
  const costOf = ({ cost: { logN, r, p } }: PasswordLine) => `${logN} ${r} ${p}`
  const names = [...Map.groupBy(all, ({ name }) => name).values()].map((lines) => Map.groupBy(lines, costOf))
  const costs = new Map(all.map((line) => [costOf(line), line.cost]))
  return [...costs].flatMap(([key, cost]) => {
    const most = Math.max(...names.map((lines) => lines.get(key)?.length ?? 0))
    const own = candidates.filter((line) => costOf(line) === key).length
    return Array.from({ length: most - own }, () => {
      return { name: null, cost, salt: randomBytes(16), hash: randomBytes(32), id: '' }
    })
  })
}

function createLane() {
  return { running: 0, waiting: [] as (() => void)[], places: createConcurrencyLimit(WAITING_MAX) }
}
