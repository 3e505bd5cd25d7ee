import type { TFunction } from 'i18next'
import type { AnotherStrike } from '../../../../contract/verification/another-strike.ts'
import type { HoldTimer, RingTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { GOING_ON_MIN } from '../../../../core/verification/quiet-after.ts'

/** The innermost ring in which something struck within the hold time; undefined where none was. */
export function struckRing({ rings }: HoldTimer): RingTimer | undefined {
  return rings.find(({ hold }) => hold.kind === 'struck')
}

/** What history says of another strike in a ring that was struck, and of going on sooner or later; null where it says nothing. */
export function againTold(told: AnotherStrike, { hold }: RingTimer, holdMs: number, t: TFunction): string | null {
  const km = told.ringKm
  if (hold.kind !== 'struck') return null
  if (!hold.running) return t('unknown', { km })
  const known = told.after.filter(({ cases }) => cases > 0)
  // As the count-down counts it: after a break it begins anew, since something may have struck meanwhile.
  const quiet = Math.floor((holdMs - hold.remainingMs) / MINUTE_MS)
  // Of the waits that are counted the longest that has passed: what follows a longer one is less likely, so this errs on the safe side.
  const now = known.findLast(({ afterMin }) => afterMin <= quiet)
  if (!now) return null
  const asked = known.filter(({ afterMin }) => GOING_ON_MIN.includes(afterMin))
  const longest = asked.at(-1)!
  const joined = (values: number[]) => values.join(t('or'))
  const parts = [
    t('now', {
      km,
      quiet: now.afterMin,
      within: told.withinMin,
      percent: percent(now.struck, now.cases),
      cases: now.cases,
    }),
    t('goingOn', {
      minutes: joined(asked.map(({ afterMin }) => afterMin)),
      percents: joined(asked.map(({ struck, cases }) => percent(struck, cases))),
      closed: joined(asked.map(({ closedMin }) => percent(closedMin, longest.closedMin))),
    }),
    basisText(told, t),
  ]
  return parts.join(' ')
}

function basisText({ basis, simulated }: AnotherStrike, t: TFunction): string {
  if (basis.kind === 'recorded') return t('recorded')
  const counted = t(basis.kind, { from: basis.from.slice(0, 10), to: basis.to.slice(0, 10) })
  return simulated ? `${counted} ${t('simulated')}` : counted
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}
