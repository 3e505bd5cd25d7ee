import type { TFunction } from 'i18next'
import { type Calibration, HORIZONS_MIN, type ServedPlace, type ServedRing } from '../../contract/nowcast.ts'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import {
  type Coming,
  type GlanceRing,
  glanceRing,
  isCalm,
  isComingSoon,
  isOutdated,
  type NowcastView,
} from '../../core/nowcast/coming.ts'
import { clockText } from '../../core/util/format.ts'
import { minuteUp } from './level-words.ts'

/** Probabilities beyond these limits are shown as `<` and `>`: the forecast is not more accurate. */
const LEAST_TOLD = 0.01
const MOST_TOLD = 0.99

interface RingOutlookTold {
  km: number
  arrival: string
  /** By horizon. */
  chances: string[]
}

type OutlookTold =
  /** One sentence is enough. */
  | { kind: 'sentence'; text: string }
  /** A line for each ring, from the inside out; `glance` leads to the chances of the innermost one that a storm reaches. */
  | {
      kind: 'rings'
      title: string
      rings: RingOutlookTold[]
      glance: { text: string; chances: string[] }
      /** The data that the probabilities were calibrated on. */
      calibrated: string
    }

/**
 * The lightning levels of a place: while a level is on, its earliest end is shown before the next storm. Null if
 * unknown.
 */
type Levels = Pick<PlaceState, 'levels'> | null

/** Text of the outlook of a place; `place` is undefined if the nowcast has none, or is loading. */
export function outlookText(
  nowcast: NowcastView | null,
  place: ServedPlace | undefined,
  at: { nowMs: number; levels: Levels },
  t: TFunction,
): OutlookTold {
  const { nowMs, levels } = at
  if (!nowcast || nowcast.t === null || (!place && nowcast.state === 'known')) {
    return { kind: 'sentence', text: t('waiting') }
  }
  const { state, calibration } = nowcast
  const time = `${clockText(Date.parse(nowcast.t), 'UTC')} UTC`
  if (isOutdated(nowcast, nowMs)) return { kind: 'sentence', text: t('outdated', { time }) }
  if (state !== 'known' || !place) return { kind: 'sentence', text: t('notObserved') }
  const { rings } = place
  const widest = rings.at(-1)!
  if (isCalm(rings)) {
    return { kind: 'sentence', text: t('calm', { time, km: widest.km, chance: percentText(widest.p['60'], t) }) }
  }
  const lines = rings.map((ring) => ({
    km: ring.km,
    arrival: arrivalText(ring, levels, t),
    chances: HORIZONS_MIN.map((minutes) => percentText(ring.p[`${minutes}`], t)),
  }))
  const glanced = glanceRing(rings)!
  const { km } = glanced
  const { chances } = lines.find((line) => line.km === km)!
  const arrival = withInner(arrivalText(glanced, levels, t), glanced, levels, t)
  const text = t(arrival === t('none') ? 'glanceNone' : arrival === t('there') ? 'glanceThere' : 'glance', {
    km,
    arrival,
  })
  const calibrated = calibrationText(calibration, t)
  return { kind: 'rings', title: t('title', { time }), rings: lines, glance: { text, chances }, calibrated }
}

/**
 * The same for a table cell or a line of a card: the ring that a storm reaches, when, and the chance of a strike in it
 * within 30 min; empty without a forecast.
 */
export function comingText(coming: Coming, levels: Levels, t: TFunction): { arrival: string; chance: string } {
  if (coming.kind === 'unknown') return { arrival: t('unknown'), chance: '' }
  if (coming.kind === 'calm') return { arrival: '', chance: '' }
  const { km, p } = coming
  const told = isComingSoon(coming) ? t('brief', { km, arrival: arrivalText(coming, levels, t) }) : ''
  return { arrival: withInner(told, coming, levels, t), chance: percentText(p['30'], t) }
}

/** The same where only a count-down fits: the likeliest time, or that the storm has arrived. */
export function comingBriefly(coming: Coming, t: TFunction): string {
  if (coming.kind !== 'coming' || !isComingSoon(coming)) return comingText(coming, null, t).arrival
  const { km, arrival } = coming
  return arrival ? t('brief', { km, arrival: t('about', { likely: clock(arrival.likely) }) }) : t('briefThere', { km })
}

function calibrationText(calibration: Calibration, t: TFunction): string {
  if (calibration.kind === 'recorded') return t('calibrated')
  const { from, to, horizons } = calibration
  const { cases = 0, came = 0 } = horizons.find(({ minutes }) => minutes === 30) ?? {}
  return t('measured', { from: from.slice(0, 10), to: to.slice(0, 10), cases, came })
}

const clock = (iso: string) => clockText(Date.parse(iso), 'UTC')

/**
 * `there now, earliest end 14:39Z; next ≈ 14:52Z`, or `≈ 14:52Z (14:48–14:57Z)`. The present state is first: a storm in
 * the ring, and the earliest end of a level that is on.
 */
export function arrivalText(
  { km, arrival, inProgress, next }: Pick<ServedRing, 'km' | 'arrival' | 'inProgress' | 'next'>,
  levels: Levels,
  t: TFunction,
): string {
  const end = levels?.levels.findLast((level) => level.km === km && level.state === 'on')?.end ?? null
  const then = arrival
    ? t('at', { likely: clock(arrival.likely), earliest: clock(arrival.earliest), latest: clock(arrival.latest) })
    : next
      ? t('next', { likely: clock(next.likely) })
      : ''
  if (!inProgress && then === '') return t('none')
  const now = [...(inProgress ? [t('there')] : []), ...(end === null ? [] : [t('end', { end: minuteUp(end) })])]
  return [now.join(t('list')), then].filter((text) => text !== '').join(t('clauses'))
}

/** The same with the ring within it that is likely to be struck next. */
function withInner(told: string, { inner }: GlanceRing, levels: Levels, t: TFunction): string {
  if (!inner) return told
  return [told, t('brief', { km: inner.km, arrival: arrivalText(inner, levels, t) })].join(t('clauses'))
}

/** A probability as text; beyond the limits of accuracy as below or above. */
export function percentText(chance: number | null, t: TFunction): string {
  if (chance === null) return t('unknown')
  if (chance > MOST_TOLD) return t('above')
  return chance < LEAST_TOLD ? t('below') : t('percent', { percent: Math.round(chance * 100) })
}
