import type { TFunction } from 'i18next'
import type { HoldTimer, RingTimer } from '../../core/airports/lightning-hold-timer.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { countText as numberText } from '../../core/util/format.ts'
import { ageText } from '../../core/util/local-format.ts'
import type { Lang } from '../../locales/languages.ts'
import { knownCount } from '../live/strikes/known-share.ts'

type Format = { age(ageMs: number): string }

/**
 * Strikes in a ring within the hold time, and the last one: `5 strokes`, `≥ 5 strokes` with incomplete data, or `3 inside,
 * 2 possible` where they are located no better than that.
 */
export function ringTexts(ring: RingTimer, holdTimer: HoldTimer, t: TFunction, { age }: Format): string[] {
  const { lastMs } = ring
  const last = lastMs === null ? [] : [t('last', { age: age(holdTimer.nowMs - lastMs) })]
  return [strokesKnown(ring, holdTimer, t), ...last]
}

function strokesKnown(ring: RingTimer, holdTimer: HoldTimer, t: TFunction): string {
  const { watch, holdMs } = holdTimer
  const { count, perhaps } = ring
  const isPartly = watch.observedMs < holdMs
  if (count === 0) return t(watch.isLoading ? loadingKey(holdTimer) : isPartly ? 'noneObserved' : 'noStrike')
  if (perhaps > 0 && !watch.isLoading) return t('strokesPerhaps', { inside: count - perhaps, perhaps })
  return t('strokes', { count, strokes: knownCount(count, watch.isLoading || isPartly ? 'part' : 'all', numberText) })
}

/** Why data are incomplete: loading, or a history error. */
export function loadingKey({ watch }: Pick<HoldTimer, 'watch'>): 'loading' | 'unread' {
  return watch.isUnread ? 'unread' : 'loading'
}

/** The same in a table: `5`, or `3+2?`. */
export function countText({ count, perhaps }: Pick<RingTimer, 'count' | 'perhaps'>): string {
  return perhaps > 0 ? `${count - perhaps}+${perhaps}?` : String(count)
}

/** Counts of all rings; `?` if zero with incomplete coverage. */
export function countTexts(holdTimer: HoldTimer): string[] {
  return holdTimer.rings.map((ring) => (ring.count === 0 ? noneTold(holdTimer) : countText(ring)))
}

/** The same at a glance, those that may be inside with the others: `5?`. */
export function countGlances(holdTimer: HoldTimer): string[] {
  return holdTimer.rings.map(({ count, perhaps }) =>
    count === 0 ? noneTold(holdTimer) : perhaps > 0 ? `${count}?` : String(count),
  )
}

function noneTold({ watch, holdMs }: HoldTimer): string {
  return !watch.isLoading && watch.observedMs >= holdMs ? '0' : '?'
}

/** `29 min`, rounded up, or `48 s`: unlike a clock time. */
export function remainingText(ms: number, lang: Lang): string {
  const unitMs = ms > MINUTE_MS ? MINUTE_MS : SECOND_MS
  return ageText(Math.ceil(Math.max(0, ms) / unitMs) * unitMs, lang)
}

/** Observed share of the hold time, if incomplete: absence of data is not absence of lightning. */
export function observedShareText(
  { watch, holdMs }: HoldTimer,
  t: TFunction,
): { text: string; isBroken: boolean } | null {
  if (watch.isLoading) return { text: t(`watch.${loadingKey({ watch })}`), isBroken: watch.isUnread }
  if (watch.unbrokenSinceMs === null) return { text: t('watch.stopped'), isBroken: true }
  if (watch.observedMs >= holdMs) return null
  const percent = Math.floor((100 * watch.observedMs) / holdMs)
  return { text: t('watch.observed', { percent, minutes: holdMs / MINUTE_MS }), isBroken: false }
}
