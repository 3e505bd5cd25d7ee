import { type Clock, delay } from '../../src/core/time/clock.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'
import type { Collector } from '../../src/testing/cluster/cluster-kit.ts'
import type { RecordIds, Screen } from '../../src/testing/cluster/screen.ts'

/** What the upstream sent, by the digits of the strikes. */
export interface Sent {
  /** When a connection to the upstream was subscribed, Unix ms; strikes from before may have been sent before it. */
  sinceMs: number
  /** All that came by it. */
  all: readonly string[]
  /** Those of them that screens must have. */
  due: readonly string[]
}

/** Strikes of screens compared with those that the upstream sent. */
export interface JudgedScreens {
  /** Screens that lack one. */
  lacking: number
  /** Screens that have one twice. */
  twice: number
  /** Strikes that the upstream did not send, by their digits. */
  foreign: string[]
  /** A message for each screen that lacks one. */
  says: string[]
}

/** Compares strikes by their digits. Those from before the subscription are delivered seconds later, in another order. */
export function judgeScreens(of: {
  screens: readonly Pick<Screen, 'count' | 'ids' | 'gaps'>[]
  sent: Sent
  ids: RecordIds
}): JudgedScreens {
  const { screens, sent, ids } = of
  const sinceNs = BigInt(sent.sinceMs) * 1_000_000n
  const due = sent.due.map(ids.idOf)
  const known = new Set(sent.all.map(ids.idOf))
  const says = screens.flatMap((screen) => {
    const missing = due.filter((id) => screen.count(id) === 0)
    if (missing.length === 0) return []
    const first = ids.digits(missing[0]!)
    const last = ids.digits(missing.at(-1)!)
    return [`a screen lacks ${missing.length}: ${first} … ${last}; gaps ${JSON.stringify(screen.gaps())}`]
  })
  const foreign = new Set(
    screens.flatMap((screen) => screen.ids().filter((id) => !known.has(id) && struckNs(ids.digits(id)) > sinceNs)),
  )
  return {
    lacking: says.length,
    twice: screens.filter((screen) => screen.ids().some((id) => screen.count(id) > 1)).length,
    foreign: [...foreign].map(ids.digits),
    says,
  }
}

/** Judges all screens by `judge`, a part each, once none lacks a strike that was sent before the call, or after `settlesWithinMs`. */
export async function judgeSettled(of: {
  judge(sent: Sent): Promise<JudgedScreens[]>
  truth: Pick<Collector, 'strikes' | 'sinceMs'>
  clock: Clock
  settlesWithinMs: number
}): Promise<JudgedScreens & { sent: number }> {
  const { judge, truth, clock, settlesWithinMs } = of
  const { strikes, sinceMs } = truth
  const due = [...strikes.keys()]
  const giveUpMs = clock.monotonicMs() + settlesWithinMs
  for (;;) {
    const parts = await judge({ sinceMs, all: [...strikes.keys()], due })
    const sum = (of: (part: JudgedScreens) => number) => parts.reduce((total, part) => total + of(part), 0)
    const lacking = sum((part) => part.lacking)
    if (lacking > 0 && clock.monotonicMs() < giveUpMs) {
      await delay(clock, SECOND_MS)
      continue
    }
    return {
      sent: due.length,
      lacking,
      twice: sum((part) => part.twice),
      // A strike may have come on a screen first.
      foreign: [...new Set(parts.flatMap(({ foreign }) => foreign))].filter((digits) => !strikes.has(digits)),
      says: parts.flatMap(({ says }) => says),
    }
  }
}

/** When a strike struck, by its digits. */
function struckNs(digits: string): bigint {
  return BigInt(digits.split(' ')[0]!)
}
