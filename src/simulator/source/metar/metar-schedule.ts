import { LRUCache } from 'lru-cache'
import type { ReportRecord } from '../../../contract/metar.ts'
import { formatUtc } from '../../../contract/time.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { entriesAtMost } from '../../../core/util/entries-at-most.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { Fields, SurfaceWeather } from '../fields/fields.ts'
import { draw } from '../fields/fields-noise.ts'
import { ceilingFt, codeConditions, THUNDER_KM } from './metar-coding.ts'
import { parsedBlock } from './metar-parsed.ts'
import { type CodedReport, cloudGroup, hourAndMinute, visibilityGroup, windGroups, writeRaw } from './metar-report.ts'
import type { MetarSite } from './metar-site.ts'

const TREND_STEPS_M = [800, 1_500, 3_000, 5_000]
const CEILING_STEPS_FT = [200, 500, 1_000, 1_500]

/** Occasional faults of reports: not sent, groups missing, or a typing error corrected later. */
interface Faults {
  nil: boolean
  misprinted: boolean
  correctedAfterMs: number
  /** The report less the groups that could not be observed. */
  missing(report: CodedReport): CodedReport
}

/** Criteria for special reports, each with its level of severity, in one number of octal digits. */
type Alerts = number

const VISIBILITY_STEPS_M = [800, 1_500, 3_000, 5_000]
const CEILING_STEPS_M = [60, 150, 300, 450]
const WIND_STEPS_MPS = [11, 17]
const GUST_STEPS_MPS = [15, 22]
const HEAVY_MM_PER_HOUR = 10

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
  const alerts = new LRUCache<number, Alerts>(entriesAtMost(SLOTS_KEPT))
  const issued = new LRUCache<number, IssuedReport[]>(entriesAtMost(SLOTS_KEPT))

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

/** Severity by the criteria for special reports; `thunderKm` is the nearest thunder within ten minutes. */
export function alertsOf(weather: SurfaceWeather, thunderKm: number): Alerts {
  const ceiling = weather.layers.find((layer) => layer.amount >= 0.56)?.baseM ?? Number.POSITIVE_INFINITY
  const gusts = weather.gustMps - weather.windSpeedMps >= 5 ? weather.gustMps : 0
  return [
    thunderKm <= THUNDER_KM ? 1 : 0,
    weather.precipitationMmPerHour >= HEAVY_MM_PER_HOUR ? 1 : 0,
    VISIBILITY_STEPS_M.filter((step) => weather.visibilityM < step).length,
    CEILING_STEPS_M.filter((step) => ceiling < step).length,
    WIND_STEPS_MPS.filter((step) => weather.windSpeedMps >= step).length,
    GUST_STEPS_MPS.filter((step) => gusts >= step).length,
  ].reduce((packed, level) => packed * 8 + level, 0)
}

/** Whether a special report is due: at once after a deterioration, and ten minutes after a lasting improvement. */
export function specialIsDue(now: Alerts, before: Alerts, longBefore: Alerts): boolean {
  if (now === before && before === longBefore) return false
  const levels = unpack(now)
  const earlier = unpack(before)
  const earliest = unpack(longBefore)
  return levels.some((level, i) => level > earlier[i]! || (level === earlier[i]! && level < earliest[i]!))
}

function unpack(alerts: Alerts): number[] {
  return [0, 1, 2, 3, 4, 5].map((digit) => Math.floor(alerts / 8 ** digit) % 8)
}

function faultsOf(site: MetarSite, slotMs: number, routine: boolean): Faults {
  const dice = (salt: number) => draw(site.dice, salt, slotMs / MINUTE_MS)
  const lost = dice(31) < (site.auto ? 0.05 : 0.004) ? Math.floor(dice(32) * 4) : -1
  return {
    nil: routine && dice(33) < 0.002,
    misprinted: routine && !site.auto && dice(34) < 0.008,
    correctedAfterMs: Math.round((4 + 5 * dice(35)) * MINUTE_MS),
    missing(report) {
      const stormy = report.weather?.some((code) => code.includes('TS')) ?? false
      let left = report
      // An automatic station without sensors reports neither precipitation nor sky; lightning data is supplied to it.
      if (site.blind && !stormy) left = { ...left, weather: null, clouds: null, verticalVisibility: null, cavok: false }
      if (lost === 0) left = { ...left, wind: null }
      if (lost === 1) left = { ...left, visibilityM: null, runwayRanges: [], cavok: false }
      if (lost === 2) left = { ...left, temperatureC: null, dewPointC: null }
      if (lost === 3) left = { ...left, qnhHpa: null, remark: '' }
      return left
    },
  }
}

/** The report with the pressure off by ten hectopascals, to be corrected later. */
function misprint(report: CodedReport): CodedReport {
  return { ...report, qnhHpa: report.qnhHpa === null ? 1_031 : report.qnhHpa + 10 }
}

/** The landing forecast of the next two hours, as the observer appends it: `NOSIG`, `TEMPO …` or `BECMG …`. */
function trendOf(fields: Fields, site: MetarSite, now: CodedReport): string {
  if (site.auto) return ''
  const until = `TL${hourAndMinute(now.timeMs + 60 * MINUTE_MS)}`
  const thunders = now.weather?.some((code) => /^[+-]?TS/.test(code)) ?? false
  if (!thunders && stormComes(fields, site, now.timeMs)) {
    return `TEMPO TL${hourAndMinute(now.timeMs + 120 * MINUTE_MS)} 3000 TSRA SCT030CB`
  }
  const laterMs = now.timeMs + 60 * MINUTE_MS
  const later = fields.at(site.place, laterMs)
  const next = codeConditions(site, laterMs, later, later)
  if (thunders && later.thunderKm > THUNDER_KM) return `BECMG ${until} NSW`

  const changes: string[] = []
  if (next.wind && windChanges(now, next)) changes.push(windGroups(next.wind)[0]!)
  if (stepOf(now.visibilityM, TREND_STEPS_M) !== stepOf(next.visibilityM, TREND_STEPS_M)) {
    const codes = next.weather?.filter((code) => !/TS/.test(code)) ?? []
    const cleared = codes.length === 0 && (now.weather?.length ?? 0) > 0
    changes.push(visibilityGroup(next.visibilityM ?? 10_000), ...(cleared ? ['NSW'] : codes))
  }
  const ceiling = ceilingFt(next)
  if (ceiling !== null && stepOf(ceilingFt(now), CEILING_STEPS_FT) !== stepOf(ceiling, CEILING_STEPS_FT)) {
    const layer = next.clouds?.find(({ cover }) => cover === 'BKN' || cover === 'OVC')
    if (layer) changes.push(cloudGroup(layer))
  }
  return changes.length === 0 ? 'NOSIG' : `BECMG ${until} ${changes.join(' ')}`
}

function stormComes(fields: Fields, site: MetarSite, ms: number): boolean {
  return [30, 60, 90].some((minutes) => fields.thunderKm(site.place, ms + minutes * MINUTE_MS) <= THUNDER_KM)
}

function windChanges({ wind: now }: CodedReport, { wind: next }: CodedReport): boolean {
  if (!now || !next || next.directionDeg === null) return false
  const strong = next.unit === 'KT' ? 16 : 8
  if (next.speed < strong) return false
  const turn = now.directionDeg === null ? 180 : Math.abs(((next.directionDeg - now.directionDeg + 540) % 360) - 180)
  return turn >= 60 || next.speed - now.speed >= strong / 1.6
}

/** Number of steps above the value. */
function stepOf(value: number | null, steps: number[]): number {
  return value === null ? 0 : steps.filter((step) => value < step).length
}
