import type { TFunction } from 'i18next'
import type { HoldTimer, RingTimer } from '../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Tone } from '../ui/badge.tsx'

type Format = { age(ageMs: number): string }

/** What is said of a ring: in large what counts down, or how much was watched, and under it what is known. */
export interface RingTold {
  tone: Tone
  big: string
  texts: string[]
}

export function ringTold(
  ring: RingTimer,
  index: number,
  holdTimer: HoldTimer,
  t: TFunction,
  { age }: Format,
): RingTold {
  const minutes = holdTimer.holdMs / MINUTE_MS
  const { hold, lastMs } = ring
  const last = lastMs === null ? [] : [t('last', { age: age(holdTimer.nowMs - lastMs) })]
  if (hold.kind === 'quiet') return { tone: 'good', big: t('quietBig', { minutes }), texts: [t('noStrike'), ...last] }
  if (hold.kind === 'unobserved') {
    const observed = Math.floor(holdTimer.watch.observedMs / MINUTE_MS)
    return { tone: 'unknown', big: t('observedBig', { observed, minutes }), texts: [t('noneObserved'), ...last] }
  }
  const big = hold.running ? countDownText(hold.remainingMs) : t('stopped')
  return { tone: index === 0 ? 'bad' : 'warn', big, texts: [strokesTold(ring, t), ...last] }
}

/** `5 strokes`, or `3 inside, 2 perhaps` where they are located no better than that. */
function strokesTold({ count, perhaps }: RingTimer, t: TFunction): string {
  return perhaps > 0 ? t('strokesPerhaps', { inside: count - perhaps, perhaps }) : t('strokes', { count })
}

/** The same in a table: `5`, or `3+2?`. */
export function countTold({ count, perhaps }: Pick<RingTimer, 'count' | 'perhaps'>): string {
  return perhaps > 0 ? `${count - perhaps}+${perhaps}?` : String(count)
}

/** The same at a glance, those that may be inside with the others: `5?`. */
export function countGlance({ count, perhaps }: Pick<RingTimer, 'count' | 'perhaps'>): string {
  return perhaps > 0 ? `${count}?` : String(count)
}

/** What the count-downs run to, and how much of that was watched. */
export function watchTold({ watch, holdMs }: HoldTimer, t: TFunction): string {
  const minutes = holdMs / MINUTE_MS
  if (watch.unbrokenSinceMs === null) return t('countStopped', { minutes })
  const observed = Math.floor(watch.observedMs / MINUTE_MS)
  return watch.observedMs < holdMs ? t('countPartly', { observed, minutes }) : t('countWhole', { minutes })
}

/** `29:48`. */
export function countDownText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The airport at a glance: the innermost ring that was struck, else how well it is known that none was. */
export function glanceTold(holdTimer: HoldTimer | null, t: TFunction): { tone: Tone; text: string } {
  if (!holdTimer) return { tone: 'unknown', text: t('watch.unknown') }
  const minutes = holdTimer.holdMs / MINUTE_MS
  const index = holdTimer.rings.findIndex(({ hold }) => hold.kind === 'struck')
  const ring = holdTimer.rings[index]
  if (ring?.hold.kind === 'struck') {
    const state = ring.hold.running ? countDownText(ring.hold.remainingMs) : t('watch.stopped')
    return { tone: index === 0 ? 'bad' : 'warn', text: `${t('watch.struck', { km: ring.km })} ${state}` }
  }
  if (holdTimer.watch.unbrokenSinceMs === null) return { tone: 'unknown', text: t('watch.stopped') }
  if (holdTimer.rings.every(({ hold }) => hold.kind === 'quiet'))
    return { tone: 'good', text: t('watch.quiet', { minutes }) }
  const observed = Math.floor(holdTimer.watch.observedMs / MINUTE_MS)
  return { tone: 'unknown', text: t('watch.observed', { observed, minutes }) }
}
