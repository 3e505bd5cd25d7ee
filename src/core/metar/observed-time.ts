import type { ReportRecord } from '../../contract/metar.ts'
import { AHEAD_MAX_MS, formatUtc, parseInstantMs, readInstant } from '../../contract/time.ts'
import { type ReportTime, readMetarHeader } from './metar-header.ts'
import { compareReports, type ReportOrder } from './report.ts'

/** ISO 8601 with an offset (DL §2.4). */
const DOCUMENTED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

type TimedRecord = Pick<ReportRecord, 'raw_metar' | 'obs_time' | 'arrived_at' | 'parsed'>

/**
 * Time of observation, Unix ms; null if neither fields nor text have one. The only parser of this time: a field with an
 * offset takes precedence, then the time in the text, which is always UTC, then the time of receipt. A time after the
 * receipt is a typing error: it is ignored, so that it cannot hide a later report.
 */
export function observedMs(record: TimedRecord): number | null {
  const stated = readInstant(record.obs_time)
  const ms = stated?.ms ?? readInstant(record.parsed?.datetime)?.ms ?? null
  const arrivedAtMs = arrivedMs(record)
  const isPossible = (ms: number | null) => ms !== null && (arrivedAtMs === null || ms <= arrivedAtMs + AHEAD_MAX_MS)
  if (isPossible(ms) && stated?.hasOffset) return ms
  const { time } = readMetarHeader(record.raw_metar)
  const nearMs = arrivedAtMs ?? ms
  const fromText = time && nearMs !== null ? nearestMs(time, nearMs) : null
  return [fromText, ms].find(isPossible) ?? arrivedAtMs
}

/** Time of receipt by the service, Unix ms; null if unknown. */
export function arrivedMs({ arrived_at }: Pick<ReportRecord, 'arrived_at'>): number | null {
  return readInstant(arrived_at)?.ms ?? null
}

/**
 * The record with `obs_time` in the documented form, set once on receipt at `nowMs`, so that all consumers use the same
 * time. A receipt in the future counts as now.
 */
export function withObservedTime(record: ReportRecord, nowMs: number): ReportRecord {
  const arrivedAtMs = arrivedMs(record)
  const nowText = formatUtc(nowMs)
  const isAhead = arrivedAtMs !== null && arrivedAtMs > nowMs + AHEAD_MAX_MS
  const received = isAhead ? { ...record, arrived_at: nowText } : record
  const ms = observedMs(arrivedAtMs === null ? { ...record, arrived_at: nowText } : received)
  const isAsDocumented = DOCUMENTED.test(record.obs_time ?? '') && parseInstantMs(record.obs_time) === ms
  return ms === null || isAsDocumented ? received : { ...received, obs_time: formatUtc(ms).replace('Z', '+00:00') }
}

/** Orders records of an airport like `compareReports`; texts are parsed only for equal times. */
export function compareRecords(a: ReportRecord, b: ReportRecord): number {
  const aMs = observedMs(a) ?? 0
  const bMs = observedMs(b) ?? 0
  return aMs - bMs || compareReports(orderOf(a, aMs), orderOf(b, bMs))
}

function orderOf(record: ReportRecord, obsTimeMs: number): ReportOrder {
  const { isCorrected } = readMetarHeader(record.raw_metar)
  return { obsTimeMs, isCorrected, arrivedAtMs: arrivedMs(record) }
}

/** The time with this day of the month, hour and minute nearest to `nearMs`. */
function nearestMs(time: ReportTime, nearMs: number): number | null {
  const near = new Date(nearMs)
  let best: number | null = null
  for (const month of [-1, 0, 1]) {
    const at = Date.UTC(near.getUTCFullYear(), near.getUTCMonth() + month, time.day, time.hour, time.minute)
    if (new Date(at).getUTCDate() !== time.day && time.hour < 24) continue // the month does not have this day
    if (best === null || Math.abs(at - nearMs) < Math.abs(best - nearMs)) best = at
  }
  return best
}
