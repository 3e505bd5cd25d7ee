import type { TFunction } from 'i18next'
import type { HoldTimer, RingTimer } from '../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Tone } from '../ui/badge.tsx'

type Format = { age(ageMs: number): string }

/** What struck in a ring within the hold time, as far as that is known, and when it last did. */
export function ringTold(ring: RingTimer, holdTimer: HoldTimer, t: TFunction, { age }: Format): string[] {
  const { lastMs } = ring
  const last = lastMs === null ? [] : [t('last', { age: age(holdTimer.nowMs - lastMs) })]
  return [strokesKnown(ring, holdTimer, t), ...last]
}

function strokesKnown(ring: RingTimer, holdTimer: HoldTimer, t: TFunction): string {
  const { watch, holdMs } = holdTimer
  const { count } = ring
  if (watch.isLoading) return count > 0 ? t('strokesAtLeast', { count }) : t(loadingKey(holdTimer))
  if (count > 0) return strokesTold(ring, t)
  return t(watch.observedMs < holdMs ? 'noneObserved' : 'noStrike')
}

/** Why not all is here yet: it is on its way, or the history answers an error. */
export function loadingKey({ watch }: Pick<HoldTimer, 'watch'>): 'loading' | 'unread' {
  return watch.isUnread ? 'unread' : 'loading'
}

const toneOfStruck = (index: number): Tone => (index === 0 ? 'bad' : 'warn')

/** `5 strokes`, or `3 inside, 2 perhaps` where they are located no better than that. */
function strokesTold({ count, perhaps }: RingTimer, t: TFunction): string {
  return perhaps > 0 ? t('strokesPerhaps', { inside: count - perhaps, perhaps }) : t('strokes', { count })
}

/** The same in a table: `5`, or `3+2?`. */
export function countTold({
  count,
  perhaps,
  hold,
}: Pick<RingTimer, 'count' | 'perhaps'> & Partial<Pick<RingTimer, 'hold'>>): string {
  if (count === 0 && hold && hold.kind !== 'quiet') return '?'
  return perhaps > 0 ? `${count - perhaps}+${perhaps}?` : String(count)
}

/** The same at a glance, those that may be inside with the others: `5?`; `?` where none is known and not all was observed. */
export function countGlance({ count, perhaps, hold }: Pick<RingTimer, 'count' | 'perhaps' | 'hold'>): string {
  if (count === 0 && hold.kind !== 'quiet') return '?'
  return perhaps > 0 ? `${count}?` : String(count)
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
    const state = ring.hold.running ? countDownText(ring.hold.remainingMs) : haltedTold(holdTimer, t)
    return { tone: toneOfStruck(index), text: `${t('watch.struck', { km: ring.km })} ${state}` }
  }
  const { isLoading, unbrokenSinceMs } = holdTimer.watch
  if (isLoading || unbrokenSinceMs === null) return { tone: 'unknown', text: haltedTold(holdTimer, t) }
  if (holdTimer.rings.every(({ hold }) => hold.kind === 'quiet'))
    return { tone: 'neutral', text: t('watch.quiet', { minutes, km: holdTimer.rings.at(-1)?.km }) }
  const observed = Math.floor(holdTimer.watch.observedMs / MINUTE_MS)
  return { tone: 'unknown', text: t('watch.observed', { observed, minutes }) }
}

/** Why a count-down stands still. */
export function haltedTold({ watch }: Pick<HoldTimer, 'watch'>, t: TFunction): string {
  return t(watch.isLoading ? `watch.${loadingKey({ watch })}` : 'watch.stopped')
}

/** How much of the hold time was observed, where that is not all of it: what is not seen there is not known to be absent. */
export function observedShareTold(
  { watch, holdMs }: HoldTimer,
  t: TFunction,
): { text: string; isBroken: boolean } | null {
  if (watch.isLoading) return { text: t(`watch.${loadingKey({ watch })}`), isBroken: watch.isUnread }
  if (watch.unbrokenSinceMs === null) return { text: t('watch.stopped'), isBroken: true }
  if (watch.observedMs >= holdMs) return null
  const observed = Math.floor(watch.observedMs / MINUTE_MS)
  return { text: t('watch.observed', { observed, minutes: holdMs / MINUTE_MS }), isBroken: false }
}
