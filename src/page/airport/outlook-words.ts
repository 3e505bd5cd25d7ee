import type { TFunction } from 'i18next'
import { type Arrival, type Calibration, HORIZONS_MIN, type ServedNowcast, TOLD_FROM } from '../../contract/nowcast.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import { clockText } from '../../core/util/format.ts'

/** The server tells it anew each minute: what is older than this is no longer to be relied on. */
const OUTDATED_MS = 4 * MINUTE_MS
/** Chances beyond these are told as such: they are not known better. */
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
      /** What the chances were learned from. */
      calibrated: string
    }

/** What the server tells of a place; null where it says nothing of it. */
export function outlookTold(served: ServedNowcast, nowMs: number, t: TFunction): OutlookTold | null {
  const { state, t: told, places, calibration } = served
  const [place] = places
  if (!place || told === null) return null
  const time = `${clockText(Date.parse(told), 'UTC')} UTC`
  if (nowMs - Date.parse(told) > OUTDATED_MS) return { kind: 'sentence', text: t('outdated', { time }) }
  if (state !== 'known') return { kind: 'sentence', text: t('notObserved') }
  const { rings } = place
  const widest = rings.at(-1)!
  if (rings.every(({ p, arrival }) => arrival === null && (p['60'] ?? 0) < TOLD_FROM)) {
    return { kind: 'sentence', text: t('calm', { time, km: widest.km, chance: percent(widest.p['60'], t) }) }
  }
  const lines = rings.map(({ km, p, arrival }) => ({
    km,
    arrival: arrivalText(arrival, nowMs, t),
    chances: HORIZONS_MIN.map((minutes) => percent(p[`${minutes}`], t)),
  }))
  const reached = rings.findIndex(({ arrival }) => arrival !== null)
  const { km, arrival, chances } = lines.at(reached)!
  const text = t(reached < 0 ? 'glanceNone' : 'glance', { km, arrival })
  const calibrated = calibrationText(calibration, t)
  return { kind: 'rings', title: t('title', { time }), rings: lines, glance: { text, chances }, calibrated }
}

function calibrationText(calibration: Calibration, t: TFunction): string {
  if (calibration.kind === 'recorded') return t('calibrated')
  const { from, to, horizons } = calibration
  const { cases = 0, came = 0 } = horizons.find(({ minutes }) => minutes === 30) ?? {}
  return t('measured', { from: from.slice(0, 10), to: to.slice(0, 10), cases, came })
}

function arrivalText(arrival: Arrival | null, nowMs: number, t: TFunction): string {
  if (arrival === null) return t('none')
  const clock = (iso: string) => clockText(Date.parse(iso), 'UTC')
  if (Date.parse(arrival.likely) < nowMs + MINUTE_MS) {
    return arrival.passed === null ? t('there') : t('thereUntil', { passed: clock(arrival.passed) })
  }
  return t('at', {
    likely: clock(arrival.likely),
    earliest: clock(arrival.earliest),
    latest: clock(arrival.latest),
  })
}

function percent(chance: number | null, t: TFunction): string {
  if (chance === null) return t('unknown')
  if (chance > MOST_TOLD) return t('above')
  return chance < LEAST_TOLD ? t('below') : t('percent', { percent: Math.round(chance * 100) })
}
