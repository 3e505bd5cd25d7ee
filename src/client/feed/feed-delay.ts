import type { StrikeRecord } from '../../contract/lightning.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { strikeTimeMs } from '../../core/strikes/strike.ts'
import { HOUR_MS, SECOND_MS } from '../../core/time/durations.ts'

/** Until enough is measured: nearly every strike is stored within 14 s. */
const DEFAULT_MS = 15_000
const MIN_MS = 3_000
/** Single strikes arrive minutes late: the margin ignores those. */
const MAX_MS = 45_000
/** A batch is sent each second, plus transmission. */
const SENT_WITHIN_MS = 2_000
/** Quantile of delays used as the margin. */
const QUANTILE = 0.998
const ENOUGH = 500
/** Measurements are halved in weight after this many new ones. */
const HALVED_AT = 20_000
const PER_LIST = 64
const BELIEVED_MAX_MS = HOUR_MS

/** Maximum delay of the feed after a strike, except for a few: estimated from the service's storage times. */
export interface FeedDelay {
  note(records: readonly StrikeRecord[]): void
  lateMs(): number
}

export function createFeedDelay(): FeedDelay {
  const bySecond = new Float64Array(MAX_MS / SECOND_MS + 1)
  let total = 0

  return {
    note(records) {
      const step = Math.ceil(records.length / PER_LIST)
      for (let i = 0; i < records.length; i += step) {
        const { time, arrived_at } = records[i]!
        const storedMs = parseInstantMs(arrived_at)
        if (storedMs === null) continue
        const lateMs = storedMs - strikeTimeMs(time)
        // Stored before the strike, or an hour later: one of the two times is wrong.
        if (lateMs < 0 || lateMs > BELIEVED_MAX_MS) continue
        bySecond[Math.min(Math.ceil(lateMs / SECOND_MS), bySecond.length - 1)]!++
        total++
      }
      if (total < HALVED_AT) return
      total /= 2
      for (let i = 0; i < bySecond.length; i++) bySecond[i]! /= 2
    },
    lateMs() {
      if (total < ENOUGH) return DEFAULT_MS
      let second = 0
      for (let sum = bySecond[0]!; sum < total * QUANTILE; sum += bySecond[second]!) second++
      return Math.min(MAX_MS, Math.max(MIN_MS, second * SECOND_MS + SENT_WITHIN_MS))
    },
  }
}
