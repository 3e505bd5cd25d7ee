import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/time/clock.ts'

/** Lets every client do `burst` things at once and `perSecond` in the long run. */
export function createClientRate(deps: { clock: Clock; burst: number; perSecond: number }) {
  const { clock, burst, perSecond } = deps
  // Full buckets are as good as none, so the least recently seen clients are forgotten first.
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: 10_000 })

  return {
    /** 0 where `client` may do `count` things more, else the milliseconds until it may. */
    take(client: string, count = 1): number {
      const nowMs = clock.monotonicMs()
      const bucket = buckets.get(client) ?? { left: burst, atMs: nowMs }
      const left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1_000) * perSecond)
      const admitted = left >= count
      buckets.set(client, { left: admitted ? left - count : left, atMs: nowMs })
      return admitted ? 0 : Math.ceil(((count - left) / perSecond) * 1_000)
    },
  }
}
