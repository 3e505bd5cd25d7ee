import { type Clock, delay } from '../../src/core/time/clock.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'
import type { Collector } from '../../src/testing/cluster/cluster-kit.ts'
import type { RecordIds, Screen } from '../../src/testing/cluster/screen.ts'

/** Strikes of screens compared with those that the upstream sent. */
export interface JudgedScreens {
  /** Strikes that were sent. */
  sent: number
  /** Screens that lack one. */
  lacking: number
  /** Screens that have one twice. */
  twice: number
  /** Strikes that the upstream did not send, by their digits. */
  foreign: string[]
  /** A message for each screen that lacks one. */
  says: string[]
}

/**
 * Compares strikes by their digits, once all have come or after `settlesWithinMs`. Strikes from before the subscription of `truth` may
 * have been sent before it: they are delivered seconds later, in another order.
 */
export async function judgeScreens(of: {
  screens: readonly Pick<Screen, 'count' | 'ids' | 'gaps'>[]
  truth: Pick<Collector, 'strikes' | 'sinceMs'>
  ids: RecordIds
  clock: Clock
  settlesWithinMs: number
}): Promise<JudgedScreens> {
  const { screens, truth, ids, clock, settlesWithinMs } = of
  const sinceNs = BigInt(truth.sinceMs) * 1_000_000n
  const sent = [...truth.strikes.keys()].map((digits) => ids.idOf(digits))
  const lacking = () => screens.filter((screen) => sent.some((id) => screen.count(id) === 0))
  const giveUpMs = clock.monotonicMs() + settlesWithinMs
  while (lacking().length > 0 && clock.monotonicMs() < giveUpMs) await delay(clock, SECOND_MS)
  const says = screens.flatMap((screen, i) => {
    const missing = sent.filter((id) => screen.count(id) === 0)
    if (missing.length === 0) return []
    const first = ids.digits(missing[0]!)
    const last = ids.digits(missing.at(-1)!)
    return [`screen ${i} lacks ${missing.length}: ${first} … ${last}; gaps ${JSON.stringify(screen.gaps())}`]
  })
  // Strikes arrive during the wait.
  const known = new Set([...truth.strikes.keys()].map((digits) => ids.idOf(digits)))
  const foreign = new Set(
    screens.flatMap((screen) => screen.ids().filter((id) => struckNs(ids.digits(id)) > sinceNs && !known.has(id))),
  )
  return {
    sent: sent.length,
    lacking: says.length,
    twice: screens.filter((screen) => screen.ids().some((id) => screen.count(id) > 1)).length,
    foreign: [...foreign].map(ids.digits),
    says,
  }
}

/** When a strike struck, by its digits. */
function struckNs(digits: string): bigint {
  return BigInt(digits.split(' ')[0]!)
}
