import type { ReportRecord } from '../../contract/metar.ts'
import { AHEAD_MAX_MS, formatUtc, parseInstantMs, readInstant } from '../../contract/time.ts'
import { HOUR_MS, MINUTE_MS } from '../time/durations.ts'
import { type ReportTime, readMetarHeader } from './metar-header.ts'
import { compareReports, type ReportOrder } from './report.ts'

/** ISO 8601 with an offset (DL §2.4). */
const DOCUMENTED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

type TimedRecord = Pick<ReportRecord, 'raw_metar' | 'obs_time' | 'arrived_at' | 'parsed'>

const OFFSET_STEP_MS = 30 * MINUTE_MS
const OFFSET_MAX_MS = 14 * HOUR_MS

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
  return [textMs(record, arrivedAtMs ?? ms), ms].find(isPossible) ?? arrivedAtMs
}

function textMs({ raw_metar }: TimedRecord, nearMs: number | null): number | null {
  const { time } = readMetarHeader(raw_metar)
  return time && nearMs !== null ? nearestMs(time, nearMs) : null
}

/** A text later than its field by a whole offset shows that the field has the wrong one, as UTC labelled `+08:00`. */
function withRightOffset(record: TimedRecord, ms: number): number {
  const arrivedAtMs = arrivedMs(record)
  const inTextMs = textMs(record, arrivedAtMs)
  if (arrivedAtMs === null || inTextMs === null || inTextMs > arrivedAtMs + AHEAD_MAX_MS) return ms
  const laterMs = inTextMs - ms
  return laterMs >= HOUR_MS && laterMs <= OFFSET_MAX_MS && laterMs % OFFSET_STEP_MS === 0 ? inTextMs : ms
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
  const dated = arrivedAtMs === null ? { ...record, arrived_at: nowText } : received
  const statedMs = observedMs(dated)
  const ms = statedMs === null ? null : withRightOffset(dated, statedMs)
  const isAsDocumented = DOCUMENTED.test(record.obs_time ?? '') && parseInstantMs(record.obs_time) === ms
  return ms === null || isAsDocumented ? received : { ...received, obs_time: formatUtc(ms).replace('Z', '+00:00') }
}

/**
 * The same for a server: a receipt hours before the time that field and text state alike, as by a wrong clock of the
 * service, counts as now. Otherwise it would be the time of observation, and a good report outdated.
 */
export function withReceivedTime(record: ReportRecord, nowMs: number): ReportRecord {
  const ms = readInstant(record.obs_time)?.ms ?? Number.NaN
  const isPast = ms <= nowMs + AHEAD_MAX_MS && ms === textMs(record, nowMs)
  const isBefore = isPast && (arrivedMs(record) ?? ms) < ms - HOUR_MS
  return withObservedTime(isBefore ? { ...record, arrived_at: formatUtc(nowMs) } : record, nowMs)
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
