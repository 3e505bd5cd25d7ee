import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

const GENERATION_MS = MINUTE_MS

/** Tells what it has met before; each question is also an introduction. */
export interface Memory<T> {
  isNew(item: T): boolean
}

/** One that can also be asked without being introduced to what it is asked about. */
interface OpenMemory<T> extends Memory<T> {
  knows(item: T): boolean
}

/**
 * Remembers ids for at least `keepMs` and at most a minute longer; old ones go by the generation, not one by one. While
 * nothing comes its time stands still: after a long break, what came just before it is still known.
 */
export function createRecentIds({ clock, keepMs }: { clock: Clock; keepMs: number }): OpenMemory<string> {
  let generations: { startMs: number; ids: Set<string> }[] = []
  let askedMs = clock.monotonicMs()
  let flowMs = 0

  function timeOfFlow(): number {
    const nowMs = clock.monotonicMs()
    flowMs += Math.min(nowMs - askedMs, GENERATION_MS)
    askedMs = nowMs
    return flowMs
  }

  function current(): Set<string> {
    const nowMs = timeOfFlow()
    const newest = generations.at(-1)
    if (newest && nowMs - newest.startMs < GENERATION_MS) return newest.ids
    // A generation took in ids for up to `GENERATION_MS` after its start.
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
