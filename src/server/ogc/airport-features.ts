import { setImmediate } from 'node:timers/promises'
import type { ReportRecord } from '../../contract/metar.ts'
import { REPORTS_HOURS_MAX } from '../../contract/strike-history.ts'
import { formatUtc } from '../../contract/time.ts'
import type { Airport } from '../../core/airports/airport.ts'
import { isInside } from '../../core/geo/geo.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../core/metar/flight-category.ts'
import { compareRecords } from '../../core/metar/observed-time.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { REPORT_OVERDUE_MS, type Report, reportAge } from '../../core/metar/report.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { untilNow } from '../../core/time/spans.ts'
import type { History } from '../history/history.ts'
import { airportsOf } from '../places/guarded-places.ts'
import { type Collected, type CollectionsDeps, isOffset } from './collected.ts'
import { pointFeature } from './feature-page.ts'
import { listedFeatures } from './listed-features.ts'

export function airports({ history, source, clock }: CollectionsDeps): Collected {
  const writeAt =
    (atMs: number) =>
    ({ airport, record }: { airport: Airport; record: ReportRecord | undefined }) =>
      airportFeature(airport, record ? reportFromRecord(record) : null, atMs)
  return {
    id: 'airports',
    title: 'Airports',
    description:
      'Listed airports with their latest report; with a period, the latest at its end. Units: m, ft (ceilingFt), m/s, °C, hPa, s. flightCategory uses the ICAO metric limits and the lowest reported visibility; with an unknown visibility or ceiling it is a lower bound of severity, or unknown if the reported value is good or the report is older than two hours. ceilingFt without ceilingKnown is an upper bound of the ceiling; neither means that it is unknown.',
    guard: 'metar',
    sinceMs: history.horizonMs,
    isNext: isOffset,
    async features({ box, period, limit, next }) {
      const nowMs = clock.now()
      const endMs = period?.toMs ?? nowMs
      const asked = untilNow({ fromMs: period?.fromMs ?? Math.min(endMs, nowMs), toMs: endMs }, nowMs)
      const { toMs } = asked
      const fromMs = Math.min(asked.fromMs - REPORT_OVERDUE_MS, toMs)
      if (period && toMs - fromMs > REPORTS_HOURS_MAX * HOUR_MS)
        return { complaint: `datetime must be a period of less than ${REPORTS_HOURS_MAX - 2} hours: reports are many` }
      const list = await airportsOf(source)
      const byIcao = period
        ? await lastOfPeriod(history.reports(fromMs, toMs + 1))
        : lastOf(await source.latestReports('all'))
      const found = list
        .filter(({ icao, lat, lon }) => (!box || isInside(box, { lat, lon })) && (!period || byIcao.has(icao)))
        .map((airport) => ({ airport, record: byIcao.get(airport.icao) }))
      const notObserved = await history.missing('metar', fromMs, toMs)
      return listedFeatures(found, writeAt(toMs), { next, limit }, { period: { fromMs, toMs }, notObserved })
    },
    async feature(id) {
      const airport = (await airportsOf(source)).find(({ icao }) => icao === id)
      if (!airport) return null
      return writeAt(clock.now())({ airport, record: lastOf(await source.latestReports([id])).get(id) })
    },
  }
}

function lastOf(records: readonly ReportRecord[], last = new Map<string, ReportRecord>()): Map<string, ReportRecord> {
  for (const record of records) {
    const known = last.get(record.icao)
    if (!known || compareRecords(record, known) >= 0) last.set(record.icao, record)
  }
  return last
}

/** The latest reports of a period; yields between batches. */
async function lastOfPeriod(reports: ReturnType<History['reports']>): Promise<Map<string, ReportRecord>> {
  const last = new Map<string, ReportRecord>()
  for await (const records of reports) {
    lastOf(records, last)
    await setImmediate()
  }
  return last
}

/** `atMs`: reference time of category and age, Unix ms. */
function airportFeature(airport: Airport, report: Report | null, atMs: number): string {
  const { icao, iata, name, nameEn, lat, lon, elevationM, province, city } = airport
  const isCurrent = report !== null && reportAge(report.obsTimeMs, atMs) !== 'outdated'
  return pointFeature(icao, lon, lat, {
    icao,
    iata,
    name,
    nameEn,
    elevationM,
    province,
    city,
    flightCategory: isCurrent ? flightCategory(report, CATEGORY_PRESETS.icao) : 'unknown',
    ceilingFt: report?.ceilingFt ?? null,
    ceilingKnown: report?.ceilingKnown ?? false,
    reportAgeS: report && Math.max(0, Math.floor((atMs - report.obsTimeMs) / 1_000)),
    ...(report && {
      time: formatUtc(report.obsTimeMs),
      report: report.raw,
      speci: report.isSpeci,
      windDirectionDeg: report.windDirectionDeg,
      windSpeedMps: report.windSpeedMps,
      windGustMps: report.windGustMps,
      visibilityM: report.visibilityM,
      visibilityMinM: report.visibilityMinM,
      weather: report.weather.join(' '),
      temperatureC: report.temperatureC,
      dewPointC: report.dewPointC,
      qnhHpa: report.qnhHpa,
    }),
  })
}
