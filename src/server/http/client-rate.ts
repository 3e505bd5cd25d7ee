import { LRUCache } from 'lru-cache'
import type { Clock } from '../../core/time/clock.ts'

/** Lets every client do `burst` things at once and `perSecond` in the long run. */
export function createClientRate(deps: { clock: Clock; burst: number; perSecond: number }) {
  const { clock, burst, perSecond } = deps
  // Full buckets are as good as none, so the least recently seen clients are forgotten first.
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: 10_000 })

  return {
    /** 0 where `client` may go on, else the milliseconds until it may. */
    take(client: string): number {
      const nowMs = clock.monotonicMs()
      const bucket = buckets.get(client) ?? { left: burst, atMs: nowMs }
      const left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1_000) * perSecond)
      const admitted = left >= 1
      buckets.set(client, { left: admitted ? left - 1 : left, atMs: nowMs })
      return admitted ? 0 : Math.ceil(((1 - left) / perSecond) * 1_000)
    },
  }
}
