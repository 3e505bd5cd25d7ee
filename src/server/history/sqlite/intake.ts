import { LRUCache } from 'lru-cache'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { AHEAD_MAX_MS } from '../../../contract/time.ts'
import { blockOf, type StrikeBlock, splitTime } from '../../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { keyOf } from '../../../core/util/key-of-numbers.ts'

/**
 * A strike this much older than the newest one is late: clients that resume after the newest must receive it
 * separately.
 */
const LATE_MS = MINUTE_MS
/** Minutes whose strikes are cached. */
const MINUTES_KNOWN = 20

/** Strikes of one minute, counted since 1970. */
export interface MinutePart {
  minute: number
  block: StrikeBlock
}

export interface TakenStrikes {
  parts: MinutePart[]
  /** The late strikes among them. */
  late: MinutePart[]
  /** The newest strike that was known before, Unix ms. */
  afterMs: number
}

export interface Intake {
  take(records: readonly StrikeRecord[], nowMs: number): TakenStrikes
  /** Another writer added to these minutes, and possibly to the newest strike, Unix ms. */
  adopted(minutes: readonly number[], newestMs: number | null): void
  /** The newest strike so far, Unix ms; null before the first. */
  newestMs(): number | null
  counters(): { duplicates: number; outOfTime: number }
}

/** Groups incoming strikes by minute, drops duplicates and strikes with implausible times. */
export function createIntake(deps: {
  /** The newest strike that is stored. */
  newestMs: number | null
  /** The stored strikes of a minute. */
  blocksOf(minute: number): StrikeBlock[]
  keepMs: number
}): Intake {
  const { blocksOf, keepMs } = deps
  const known = new LRUCache<number, Set<number>>({ max: MINUTES_KNOWN })
  let newestMs = deps.newestMs
  let duplicates = 0
  let outOfTime = 0

  function keysOf(minute: number): Set<number> {
    const keys = new Set<number>()
    for (const { offsetsNs, columns } of blocksOf(minute)) {
      for (let i = 0; i < offsetsNs.length; i++) {
        keys.add(keyOf(offsetsNs[i]!, Number(columns.lat[i]), Number(columns.lon[i])))
      }
    }
    return keys
  }

  return {
    take(records, nowMs) {
      const times = records.map(({ time }) => splitTime(time))
      const timesMs = Float64Array.from(times, ({ second, ns }) => second * 1_000 + ns / 1e6)
      const afterMs = newestMs ?? Number.NEGATIVE_INFINITY
      const fresh = new Map<number, StrikeRecord[]>()
      const late = new Map<number, StrikeRecord[]>()
      records.forEach((record, i) => {
        const timeMs = timesMs[i]!
        if (timeMs > nowMs + AHEAD_MAX_MS || timeMs < nowMs - keepMs) {
          outOfTime++
          return
        }
        const { second, ns } = times[i]!
        const minute = Math.floor(second / 60)
        const keys = heldOrMade(known, minute, () => keysOf(minute))
        const key = keyOf((second - minute * 60) * 1e9 + ns, record.lat, record.lon)
        if (keys.has(key)) {
          duplicates++
          return
        }
        keys.add(key)
        heldOrMade(fresh, minute, () => []).push(record)
        if (timeMs < afterMs - LATE_MS) heldOrMade(late, minute, () => []).push(record)
        newestMs = Math.max(newestMs ?? timeMs, timeMs)
      })
      return { parts: partsOf(fresh), late: partsOf(late), afterMs }
    },
    adopted(minutes, storedMs) {
      for (const minute of minutes) known.delete(minute)
      if (storedMs !== null) newestMs = Math.max(newestMs ?? storedMs, storedMs)
    },
    newestMs: () => newestMs,
    counters: () => ({ duplicates, outOfTime }),
  }
}

function partsOf(lists: Map<number, StrikeRecord[]>): MinutePart[] {
  return [...lists].map(([minute, records]) => ({ minute, block: blockOf(records, minute * 60) }))
}
