import { totalMs } from '../../../core/time/spans.ts'
import type { HeldStrikes } from './held-strikes.ts'

/** Missing less than this is the batch under way, or the rounding of the join. */
export const SLACK_MS = 15_000

/** Known share of the strikes of a period: if incomplete, "no strike" is unknown too. */
export type KnownShare = 'all' | 'part' | 'none' | 'loading'

export function knownShare(
  held: Pick<HeldStrikes, 'pending' | 'notObserved'>,
  fromMs: number,
  toMs: number,
): KnownShare {
  if (totalMs(held.pending(fromMs, toMs)) > SLACK_MS) return 'loading'
  const missingMs = totalMs(held.notObserved(fromMs, toMs))
  if (missingMs <= SLACK_MS) return 'all'
  return missingMs >= toMs - fromMs - SLACK_MS ? 'none' : 'part'
}

/** The unknown share of a period, 0 to 1: unobserved parts, and parts whose loading failed. */
export function unknownShare(
  held: Pick<HeldStrikes, 'pending' | 'notObserved' | 'trouble'>,
  fromMs: number,
  toMs: number,
): number {
  const pendingMs = held.trouble === null ? 0 : totalMs(held.pending(fromMs, toMs))
  const missingMs = pendingMs + totalMs(held.notObserved(fromMs, toMs))
  if (missingMs <= SLACK_MS) return 0
  return missingMs >= toMs - fromMs - SLACK_MS ? 1 : missingMs / (toMs - fromMs)
}

/** A count as text: `12`, for an incomplete period `≥ 12`, and `?` for an unknown one. */
export function knownCount(count: number, share: KnownShare, write: (count: number) => string): string {
  if (share === 'all') return write(count)
  return count === 0 ? '?' : `≥\u00a0${write(count)}`
}
