import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

const GENERATION_MS = MINUTE_MS

/** Detects repeated items. */
export interface Memory<T> {
  /** False for a known item; remembers the item. */
  isNew(item: T): boolean
}

/** Checks an id without storing it. */
interface OpenMemory<T> extends Memory<T> {
  knows(item: T): boolean
}

/**
 * Remembers ids for at least `keepMs` and at most a minute longer, grouped by minute. Time without new ids does not
 * count, so that after a long break the last ids before it are still known.
 */
export function createRecentIds({ clock, keepMs }: { clock: Clock; keepMs: number }): OpenMemory<string> {
  let generations: { startMs: number; ids: Set<string> }[] = []
  let askedMs = clock.monotonicMs()
  let countedMs = 0

  function countTime(): number {
    const nowMs = clock.monotonicMs()
    countedMs += Math.min(nowMs - askedMs, GENERATION_MS)
    askedMs = nowMs
    return countedMs
  }

  function current(): Set<string> {
    const nowMs = countTime()
    const newest = generations.at(-1)
    if (newest && nowMs - newest.startMs < GENERATION_MS) return newest.ids
    // A generation collects ids for up to `GENERATION_MS`.
    generations = generations.filter(({ startMs }) => nowMs - startMs < keepMs + GENERATION_MS)
    const ids = new Set<string>()
    generations.push({ startMs: nowMs, ids })
    return ids
  }

  return {
    isNew(id) {
      const ids = current()
      if (generations.some((generation) => generation.ids.has(id))) return false
      ids.add(id)
      return true
    },
    knows: (id) => generations.some((generation) => generation.ids.has(id)),
  }
}

/** Remembers the last `keep` ids under each key. */
export function createLatestIds(keep: number): Memory<{ key: string; id: string }> {
  const byKey = new Map<string, string[]>()
  return {
    isNew({ key, id }) {
      const ids = byKey.get(key) ?? []
      if (ids.includes(id)) return false
      byKey.set(key, [...ids, id].slice(-keep))
      return true
    },
  }
}
