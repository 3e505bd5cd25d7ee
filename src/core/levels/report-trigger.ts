import type { Level } from '../../contract/watch/levels.ts'
import {
  CATEGORY_PRESETS,
  type FlightCategory,
  flightCategory,
  isCategoryWhole,
  lowestVisibilityM,
} from '../metar/flight-category.ts'
import { type Report, reportAge } from '../metar/report.ts'
import { metres } from '../util/units.ts'

/** Whether a report meets a level, null if it lacks the value, and the measured value. */
export interface Judgement {
  isMet: boolean | null
  value: { category?: FlightCategory; mps?: number; m?: number; of?: 'visibility' | 'ceiling' }
}

/** The least severe first. */
const CATEGORIES: readonly FlightCategory[] = ['vfr', 'mvfr', 'ifr', 'lifr']

/**
 * Compares a report with a level: one met limit suffices; only a report with values for all limits, none met, clears
 * the level.
 */
export function judge({ report: limits }: Level, report: Report, nowMs: number): Judgement {
  if (!limits || reportAge(report.obsTimeMs, nowMs) === 'outdated') return { isMet: null, value: {} }
  const { windMps, visibilityM, ceilingM, category, scheme } = limits
  const judged = [
    category && ofCategory(category, report, scheme),
    windMps && ofWind(windMps, report),
    visibilityM && ofVisibility(visibilityM, report),
    ceilingM && ofCeiling(ceilingM, report),
  ].filter((each) => typeof each === 'object')
  const met = judged.find(({ isMet }) => isMet === true)
  if (met) return met
  const isClear = judged.every(({ isMet }) => isMet === false)
  return { isMet: isClear ? false : null, value: judged[0]?.value ?? {} }
}

function ofCategory(limit: FlightCategory, report: Report, scheme: 'icao' | 'us'): Judgement {
  const category = flightCategory(report, CATEGORY_PRESETS[scheme])
  const value = { category }
  if (CATEGORIES.indexOf(category) >= CATEGORIES.indexOf(limit)) return { isMet: true, value }
  return { isMet: isCategoryWhole(report) ? false : null, value }
}

function ofWind(limitMps: number, { windGustMps, windSpeedMps, windSpeedIsMinimum }: Report): Judgement {
  const speeds = [windGustMps, windSpeedMps].filter((mps) => mps !== null)
  if (speeds.length === 0) return { isMet: null, value: {} }
  const mps = Math.max(...speeds)
  if (tenths(mps) >= tenths(limitMps)) return { isMet: true, value: { mps } }
  return { isMet: windSpeedIsMinimum ? null : false, value: { mps } } // `P49MPS` may be above any limit
}

function ofVisibility(limitM: number, report: Report): Judgement {
  const m = lowestVisibilityM(report)
  if (m === null) return { isMet: null, value: {} }
  // The lowest visibility alone does not determine the prevailing one, and `M1/4SM` may be below any limit.
  const isKnown = report.visibilityM !== null && report.visibilityBound !== 'M'
  return { isMet: m < limitM ? true : isKnown ? false : null, value: { m, of: 'visibility' } }
}

function ofCeiling(limitM: number, { ceilingFt, ceilingKnown }: Report): Judgement {
  const m = ceilingFt === null ? null : metres(ceilingFt)
  const value = m === null ? {} : { m, of: 'ceiling' as const }
  if (m !== null && m < limitM) return { isMet: true, value }
  return { isMet: ceilingKnown ? false : null, value }
}

/** Services report wind to 0.1 m/s: a gust of 25 kt, reported as 12.9 or 12.86, meets a limit of 25 kt. */
const tenths = (mps: number) => Math.round(mps * 10)
