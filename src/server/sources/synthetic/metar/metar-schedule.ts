import { LRUCache } from 'lru-cache'
import type { ReportRecord } from '../../../../contract/metar.ts'
import { formatUtc } from '../../../../contract/time.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { heldOrMade } from '../../../../core/util/held-or-made.ts'
import type { Fields } from '../fields/fields.ts'
import { draw } from '../fields/fields-noise.ts'
import { type Alerts, alertsOf, specialIsDue } from './metar-alerts.ts'
import { codeConditions, THUNDER_KM } from './metar-coding.ts'
import { faultsOf, misprint } from './metar-faults.ts'
import { parsedBlock } from './metar-parsed.ts'
import { type CodedReport, writeRaw } from './metar-report.ts'
import type { MetarSite } from './metar-site.ts'
import { trendOf } from './metar-trend.ts'

/** Time grid of observations; every report's time is on it. */
export const SLOT_MS = 5 * MINUTE_MS
/** No report takes longer than this from observation to receipt, a correction included. */
export const ARRIVAL_MAX_MS = 20 * MINUTE_MS
/** Maximum interval between reports of an airport. */
const ROUTINE_MAX_MS = 60 * MINUTE_MS
const SLOTS_KEPT = 24_000
const NONE: IssuedReport[] = []

/** A report once it has been sent. */
export interface IssuedReport {
  report: CodedReport
  record: ReportRecord
  arrivedMs: number
}

export interface MetarSchedule {
  /** Reports of the site at this slot: none, one, or one with its correction. */
  issuedAt(site: MetarSite, slotMs: number): IssuedReport[]
  /** The latest report that has arrived by `ms`. */
  latest(site: MetarSite, ms: number): IssuedReport | undefined
  /** From observation to receipt of the report of this slot. */
  delayMs(site: MetarSite, slotMs: number): number
  /** Whether a routine report is made at this slot. */
  isRoutine(site: MetarSite, slotMs: number): boolean
}

/** Which reports the airports make, and when they arrive. */
export function createMetarSchedule(fields: Fields): MetarSchedule {
  const alerts = new LRUCache<number, Alerts>({ max: SLOTS_KEPT })
  const issued = new LRUCache<number, IssuedReport[]>({ max: SLOTS_KEPT })

  function isRoutine(site: MetarSite, slotMs: number): boolean {
    return site.routineMinutes.includes((slotMs / MINUTE_MS) % 60)
  }

  function delayMs(site: MetarSite, slotMs: number): number {
    return site.delayMs + Math.round((draw(site.dice, 20, slotMs / MINUTE_MS) - 0.4) * 50_000)
  }

  /** The thunder of the last ten minutes: it counts until it has been silent that long. */
  function thunderKm(site: MetarSite, slotMs: number): number {
    return Math.min(fields.thunderKm(site.place, slotMs), fields.thunderKm(site.place, slotMs - SLOT_MS))
  }

  function alertsAt(site: MetarSite, slotMs: number): Alerts {
    const make = () => alertsOf(fields.at(site.place, slotMs), thunderKm(site, slotMs))
    return heldOrMade(alerts, keyOf(site, slotMs), make)
  }

  function isSpecial(site: MetarSite, slotMs: number): boolean {
    const before = alertsAt(site, slotMs - SLOT_MS)
    return specialIsDue(alertsAt(site, slotMs), before, alertsAt(site, slotMs - 2 * SLOT_MS))
  }

  function issuedAt(site: MetarSite, slotMs: number): IssuedReport[] {
    return heldOrMade(issued, keyOf(site, slotMs), () => make(site, slotMs))
  }

  function make(site: MetarSite, slotMs: number): IssuedReport[] {
    if (slotMs < site.earliestMs) return NONE
    const routine = isRoutine(site, slotMs)
    if (!routine && !isSpecial(site, slotMs)) return NONE
    const complete = observe(site, slotMs, routine ? 'METAR' : 'SPECI')
    const faults = faultsOf(site, slotMs, routine)
    const arrivedMs = slotMs + delayMs(site, slotMs)
    if (faults.nil) return [issue({ ...complete, nil: true, auto: false }, arrivedMs)]
    const report = faults.missing(complete)
    if (!faults.misprinted) return [issue(report, arrivedMs)]
    const correctedAt = Math.min(slotMs + ARRIVAL_MAX_MS - MINUTE_MS, arrivedMs + faults.correctedAfterMs)
    return [issue(misprint(report), arrivedMs), issue({ ...report, corrected: true }, correctedAt)]
  }

  function observe(site: MetarSite, slotMs: number, kind: 'METAR' | 'SPECI'): CodedReport {
    const weather = fields.at(site.place, slotMs)
    const earlier = fields.at(site.place, slotMs - 2 * SLOT_MS)
    const report = codeConditions(site, slotMs, weather, {
      thunderKm: thunderKm(site, slotMs),
      visibilityM: earlier.visibilityM,
    })
    const coded: CodedReport = { ...report, kind, recentWeather: recentWeather(site, slotMs, report) }
    const remark =
      site.windUnit === 'KT' && site.airport.icao_code.startsWith('RC') && report.qnhHpa !== null
        ? `RMK A${Math.floor(report.qnhHpa * 2.953)}`
        : ''
    return { ...coded, trend: trendOf(fields, site, coded), remark }
  }

  /** A thunderstorm that ended within the hour is reported as recent weather. */
  function recentWeather(site: MetarSite, slotMs: number, report: CodedReport): string[] {
    if (report.weather?.some((code) => /^[+-]?TS/.test(code))) return []
    for (let ms = slotMs - 2 * SLOT_MS; ms >= slotMs - ROUTINE_MAX_MS; ms -= SLOT_MS) {
      if (fields.thunderKm(site.place, ms) <= THUNDER_KM) return ['TS']
    }
    return []
  }

  function latest(site: MetarSite, ms: number): IssuedReport | undefined {
    const first = Math.floor(ms / SLOT_MS) * SLOT_MS
    for (let slotMs = first; slotMs >= first - ROUTINE_MAX_MS - ARRIVAL_MAX_MS; slotMs -= SLOT_MS) {
      const arrived = issuedAt(site, slotMs).findLast((report) => report.arrivedMs <= ms)
      if (arrived) return arrived
    }
    return undefined
  }

  return { issuedAt, latest, delayMs, isRoutine }
}

function keyOf(site: MetarSite, slotMs: number): number {
  return (slotMs / SLOT_MS) * 4_096 + site.index
}

function issue(report: CodedReport, arrivedMs: number): IssuedReport {
  const record: ReportRecord = {
    icao: report.icao,
    raw_metar: writeRaw(report),
    obs_time: formatUtc(report.timeMs).replace('Z', '+00:00'),
    report_type: report.kind,
    arrived_at: formatUtc(arrivedMs),
    parsed: parsedBlock(report),
  }
  return { report, record, arrivedMs }
}
