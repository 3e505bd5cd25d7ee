import type { TFunction } from 'i18next'
import { type Calibration, HORIZONS_MIN, type ServedPlace, type ServedRing } from '../../contract/nowcast.ts'
import {
  type Coming,
  glanceRing,
  isCalm,
  isComingSoon,
  isOutdated,
  type NowcastView,
} from '../../core/nowcast/coming.ts'
import { clockText } from '../../core/util/format.ts'

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

/** Text of the outlook of a place; `place` is undefined if the nowcast has none, or is loading. */
export function outlookText(
  nowcast: NowcastView | null,
  place: ServedPlace | undefined,
  nowMs: number,
  t: TFunction,
): OutlookTold {
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
    arrival: arrivalText(ring, t),
    chances: HORIZONS_MIN.map((minutes) => percentText(ring.p[`${minutes}`], t)),
  }))
  const glanced = glanceRing(rings)!
  const { km, arrival, chances } = lines[rings.indexOf(glanced)]!
  const text = t(glanceKey(glanced), { km, arrival })
  const calibrated = calibrationText(calibration, t)
  return { kind: 'rings', title: t('title', { time }), rings: lines, glance: { text, chances }, calibrated }
}

/** The same in a cell, or a line of a card: which ring a storm reaches when, and the chance of a strike in it within 30 min; empty where it is calm. */
export function comingText(coming: Coming, t: TFunction): { arrival: string; chance: string } {
  if (coming.kind === 'unknown') return { arrival: t('unknown'), chance: '' }
  if (coming.kind === 'calm') return { arrival: '', chance: '' }
  const { km, p } = coming
  return {
    arrival: isComingSoon(coming) ? t('brief', { km, arrival: arrivalText(coming, t) }) : '',
    chance: percentText(p['30'], t),
  }
}

/** The same where there is room for a count-down alone: the likeliest time, or that it is there. */
export function comingBriefly(coming: Coming, t: TFunction): string {
  if (coming.kind !== 'coming' || !isComingSoon(coming)) return comingText(coming, t).arrival
  const { km, arrival } = coming
  return arrival ? t('brief', { km, arrival: clock(arrival.likely) }) : t('briefThere', { km })
}

function calibrationText(calibration: Calibration, t: TFunction): string {
  if (calibration.kind === 'recorded') return t('calibrated')
  const { from, to, horizons } = calibration
  const { cases = 0, came = 0 } = horizons.find(({ minutes }) => minutes === 30) ?? {}
  return t('measured', { from: from.slice(0, 10), to: to.slice(0, 10), cases, came })
}

const clock = (iso: string) => clockText(Date.parse(iso), 'UTC')
function glanceKey({ arrival, inProgress }: Pick<ServedRing, 'arrival' | 'inProgress'>): string {
  if (inProgress) return 'glanceThere'
  return arrival ? 'glance' : 'glanceNone'
}

/** `14:52 (14:48–14:57)` UTC, or that a storm is there. */
export function arrivalText({ arrival, inProgress }: Pick<ServedRing, 'arrival' | 'inProgress'>, t: TFunction): string {
  if (inProgress) return t('there')
  if (!arrival) return t('none')
  return t('at', {
    likely: clock(arrival.likely),
    earliest: clock(arrival.earliest),
    latest: clock(arrival.latest),
  })
}

/** A probability as text; beyond the limits of accuracy as below or above. */
export function percentText(chance: number | null, t: TFunction): string {
  if (chance === null) return t('unknown')
  if (chance > MOST_TOLD) return t('above')
  return chance < LEAST_TOLD ? t('below') : t('percent', { percent: Math.round(chance * 100) })
}
