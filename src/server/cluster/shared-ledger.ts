import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type Clock, delay } from '../../core/time/clock.ts'
import type { PointLedger, SpentPoints } from '../sources/upstream/point-ledger.ts'
import type { Cell } from './nats/cell.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS } from './timing.ts'

/** An engine that is away for longer has not been told of what was spent by a process that leads no more. */
const TRIES = 3_000
/**
 * So many who wrote last are named in it, each by its latest writing: whoever had no answer finds out what became of its own, also
 * where it slept while others wrote many times.
 */
const NAMED = 32
const countSchema = z.object({ day: z.number(), points: z.number(), by: z.array(z.string()).default([]) })

type Count = z.infer<typeof countSchema>

/**
 * The count of points that the process that leads hands on to the next one. Each adds what it spent to what stands: an
 * answer that was paid for comes when it comes, also to a process that leads no more by then, and is counted once.
 */
export function createSharedLedger(deps: { cell: Cell; clock: Clock; log: Logger }): PointLedger {
  const { cell, clock, log } = deps
  const standing = createStanding(cell)
  const { look, put, nextId } = standing
  /** What is in there of the count that we were given. */
  let told: SpentPoints = { day: 0, points: 0 }
  let latest: SpentPoints | null = null
  let keeping: Promise<void> | null = null
  let tellSpentElsewhere = (_spent: SpentPoints) => {}
  let lookedMs = Number.NEGATIVE_INFINITY // monotonic

  /** What stands and what was spent since together; null where a day has begun that the points are not of. */
  function sumWith(spent: SpentPoints): SpentPoints | null {
    const more = spent.points - (spent.day === told.day ? told.points : 0)
    const count = standing.count()
    if (!count || count.day < spent.day) return { day: spent.day, points: more }
    return count.day > spent.day ? null : { day: spent.day, points: count.points + more }
  }

  /** Answers whether it stands; what does not is added with whatever is spent next. */
  async function write(spent: SpentPoints): Promise<boolean> {
    const id = nextId()
    for (let tries = 0; tries < TRIES; tries++) {
      try {
        if (standing.count()?.by.includes(id)) return true
        const sum = sumWith(spent)
        if (sum === null || (await put(sum, id))) return true
      } catch {
        await delay(clock, TRY_AGAIN_MS)
        // What became of it is not known.
        await look().catch(() => {})
      }
    }
    log.warn('points that were spent are not counted yet: NATS takes nothing')
    return false
  }

  async function add(spent: SpentPoints): Promise<void> {
    if (await write(spent)) tellElsewhere(spent)
  }

  /** What stands and we did not know of: what others spent, or less than nothing where a call of theirs turned out to be free. */
  function tellElsewhere({ day, points }: SpentPoints): void {
    const count = standing.count()
    const elsewhere = count?.day === day ? count.points - points : 0
    told = { day, points: points + elsewhere }
    if (elsewhere === 0) return
    // A count that was given to us meanwhile does not hold them yet.
    if (latest?.day === day) latest = { day, points: latest.points + elsewhere }
    tellSpentElsewhere({ day, points: elsewhere })
  }

  async function lookElsewhere(): Promise<void> {
    try {
      // A server that is behind tells of before.
      if (await standing.lookFurther()) tellElsewhere(told)
    } catch {
      // The next look may find more.
    }
  }

  async function keepLatest(): Promise<void> {
    while (latest) {
      const spent = latest
      latest = null
      await add(spent)
    }
    keeping = null
  }

  return {
    /** Written again as it is: who is told something of before by a server that is behind finds out so. */
    async read() {
      let count: Count | null
      do {
        await look()
        count = standing.count()
      } while (count && !(await put(count, nextId())))
      told = count ?? told
      return count && { day: count.day, points: count.points }
    },
    keep(spent) {
      latest = spent
      keeping ??= keepLatest()
      return keeping
    },
    look() {
      const nowMs = clock.monotonicMs()
      if (keeping || nowMs - lookedMs < CHECK_EVERY_MS) return
      lookedMs = nowMs
      keeping = lookElsewhere().then(keepLatest)
    },
    onSpentElsewhere(listener) {
      tellSpentElsewhere = listener
    },
  }
}

/** What stands in the cell, as far as it is known here. */
function createStanding(cell: Cell) {
  /** The latest one, and the revision that it had. */
  let known: { revision: number | null; count: Count | null } = { revision: null, count: null }
  /** What stood at the latest look: what is written next comes after it. */
  let revision: number | null = null
  const name = randomUUID()
  let writings = 0

  async function read(): Promise<typeof known> {
    const found = await cell.read()
    return { revision: found?.revision ?? null, count: found ? countSchema.parse(JSON.parse(found.text)) : null }
  }

  /**
   * A revision that is lower than that of the latest count is told by a server that is behind, after which nothing can be written, or
   * by servers that have lost the latest ones: that count stays, and is written again with whatever is written next.
   */
  async function look(): Promise<void> {
    const found = await read()
    revision = found.revision
    if ((found.revision ?? 0) >= (known.revision ?? 0)) known = found
  }

  return {
    count: () => known.count,
    look,
    /** Answers whether something newer stands. */
    async lookFurther(): Promise<boolean> {
      const found = await read()
      if ((found.revision ?? 0) <= (known.revision ?? 0)) return false
      known = found
      revision = found.revision
      return true
    },
    /** Of a writing of this process, and of no other. */
    nextId: () => `${name}/${++writings}`,
    /** Answers whether that stands now; else something else was written meanwhile, which is known then. */
    async put({ day, points }: SpentPoints, id: string): Promise<boolean> {
      const others = (known.count?.by ?? []).filter((each) => !each.startsWith(name))
      const count = { day, points, by: [...others, id].slice(-NAMED) }
      const written = await cell.write(JSON.stringify(count), revision)
      if (written === null) {
        await look()
        return false
      }
      known = { revision: written, count }
      revision = written
      return true
    },
  }
}
