import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/time/clock.ts'
import { entriesAtMost } from '../../core/util/entries-at-most.ts'
import { fairShare, NOWHERE, type SharedUsage } from './usage-exchange.ts'

interface Bucket {
  left: number
  /** Guaranteed share of this process if other processes use up the rest. */
  ownLeft: number
  atMs: number
}

/**
 * Token bucket per client: `burst` at once and `perSecond` in the long run, in this process, and across all processes
 * if `use` reports the others' consumption. A fair share remains if they use all of it.
 */
export function createClientRate(deps: {
  clock: Clock
  burst: number
  perSecond: number
  use?: SharedUsage | undefined
}) {
  const { clock, burst, perSecond, use } = deps
  // A full bucket equals a missing one, so the least recently used are evicted.
  const buckets = new LRUCache<string, Bucket>(entriesAtMost(10_000))

  /** Reported use covers the last second; the bucket refills before that. */
  function filled({ left, ownLeft, atMs }: Bucket, nowMs: number, growth: number, share: number): Bucket {
    const seconds = (nowMs - atMs) / 1_000
    const recent = Math.min(1, seconds)
    const before = Math.min(burst, left + (seconds - recent) * perSecond)
    const ofOwn = Math.max(0, share - Math.max(0, growth))
    return {
      left: Math.max(0, Math.min(burst, before + recent * growth)),
      ownLeft: Math.min(Math.max(1, ofOwn), ownLeft + recent * ofOwn),
      atMs: nowMs,
    }
  }

  return {
    /** 0 if `client` may proceed `count` times, else the delay in milliseconds. */
    take(client: string, count = 1): number {
      const nowMs = clock.monotonicMs()
      const elsewhere = use?.elsewhere(client) ?? NOWHERE
      const growth = perSecond - elsewhere.count
      const share = elsewhere.processes > 0 ? fairShare(perSecond, elsewhere) : 0
      const bucket = filled(buckets.get(client) ?? { left: burst, ownLeft: 0, atMs: nowMs }, nowMs, growth, share)
      buckets.set(client, bucket)
      const from = bucket.left >= count ? 'left' : bucket.ownLeft >= count ? 'ownLeft' : null
      if (from === null) {
        const lacking = count - Math.max(bucket.left, bucket.ownLeft)
        return Math.ceil((lacking / Math.max(growth, share)) * 1_000)
      }
      bucket[from] -= count
      use?.note(client, perSecond)
      return 0
    },
  }
}
