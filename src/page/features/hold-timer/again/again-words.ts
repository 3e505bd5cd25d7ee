import type { TFunction } from 'i18next'
import type { AnotherStrike } from '../../../../contract/verification/another-strike.ts'
import type { HoldTimer, RingTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { endOf } from '../../../../core/levels/earliest-end.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { HOLD_TIMES_MIN } from '../../../../core/verification/quiet-after.ts'

/** The innermost ring with a strike within the hold time; undefined if none. */
export function struckRing({ rings }: HoldTimer): RingTimer | undefined {
  return rings.find(({ count }) => count > 0)
}

interface PastHoldTime {
  afterMin: number
  /** Share of cases with another strike after its end. */
  struckPercent: number
  /** Total time on hold, relative to the longest of these hold times. */
  heldPercent: number
}

/** Text about another strike in a struck ring from the history; null without data. */
export function againText(
  told: AnotherStrike,
  { count, lastMs }: RingTimer,
  { watch, nowMs }: Pick<HoldTimer, 'watch' | 'nowMs'>,
  t: TFunction,
): string | null {
  const km = told.ringKm
  if (count === 0 || lastMs === null) return null
  // As in the countdown: it restarts after a gap, in which strikes may have been missed.
  const quietSinceMs = watch.isLoading ? null : endOf(lastMs, watch.unbrokenSinceMs, 0)
  if (quietSinceMs === null) return t(watch.isLoading && !watch.isUnread ? 'loading' : 'unknown', { km })
  const quiet = Math.max(0, Math.floor((nowMs - quietSinceMs) / MINUTE_MS))
  // Uses the longest counted wait that has passed: strikes after longer waits are less likely, so this is conservative.
  const now = knownOf(told).findLast(({ afterMin }) => afterMin <= quiet)
  if (!now) return null
  const text = t(now.afterMin > 0 ? 'now' : 'justNow', {
    km,
    quiet: now.afterMin,
    within: told.withinMin,
    percent: percent(now.struck, now.cases),
    cases: now.cases,
  })
  return withOtherRing(text, told, t)
}

export function holdTimesOf(told: AnotherStrike): PastHoldTime[] {
  const asked = knownOf(told).filter(({ afterMin }) => HOLD_TIMES_MIN.includes(afterMin))
  const longest = asked.at(-1)
  return asked.map(({ afterMin, struck, cases, closedMin }) => ({
    afterMin,
    struckPercent: percent(struck, cases),
    heldPercent: percent(closedMin, longest?.closedMin ?? 0),
  }))
}

function knownOf({ after }: AnotherStrike): AnotherStrike['after'] {
  return after.filter(({ cases }) => cases > 0)
}

export function basisText(told: AnotherStrike, t: TFunction): string {
  const { basis, simulated } = told
  if (basis.kind === 'recorded') return withOtherRing(t('recorded'), told, t)
  const counted = t(basis.kind, { from: basis.from.slice(0, 10), to: basis.to.slice(0, 10) })
  return simulated ? `${counted} ${t('simulated')}` : counted
}

/** Recorded storms were counted for a few rings: the most similar one is named if it is another. */
function withOtherRing(text: string, { basis, ringKm }: AnotherStrike, t: TFunction): string {
  if (basis.kind !== 'recorded' || basis.ringKm === ringKm) return text
  return `${text} ${t('ofRing', { km: basis.ringKm })}`
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
