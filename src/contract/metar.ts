import * as z from 'zod/mini'
import { flag, instant, lenient, number, text } from './fields.ts'
import { type ReadRecords, readRecords } from './records.ts'
import { readInstant } from './time.ts'

export const METAR_PATHS = {
  raw: '/fast-metar/rest/raw', // DL §4.4
  parsed: '/fast-metar/rest/parsed', // DL §4.5
  latency: '/fast-metar/rest/latency', // DL §4.7
  rawSocket: '/fast-metar/ws/raw', // DL §4.8
  parsedSocket: '/fast-metar/ws/parsed', // DL §4.8
} as const
/** DL §4.6: appended to the three REST paths for all airports. */
export const ALL_SUFFIX = '/all'
/** DL §4.8: subscribes to every airport. */
export const ALL_AIRPORTS = '*'

/** The documented fields of `parsed` (DL §2.4), and other possible ones; further fields pass and are not used. */
export const parsedReportSchema = z.looseObject({
  kind: text,
  icao: text,
  datetime: instant, // ISO 8601 UTC
  temperature: number, // degC
  dew_temperature: number, // degC
  temperature_units: text,
  wind_speed: number, // in wind_speed_units, m/s
  wind_speed_units: text,
  qnh: number, // in qnh_units, hPa
  qnh_units: text,
  cavok: flag,
  visibility: number, // not documented here; as in SS §2.3: m, 99999 means CAVOK
  visibility_units: text,
})
export type ParsedReport = z.infer<typeof parsedReportSchema>

/**
 * Whether field, text or parsed part say when it was observed. A field that says it in an unknown form costs itself, not
 * the report; the time of receipt stands in for an absent time only.
 */
function saysWhen(record: {
  raw_metar: string
  obs_time?: string | null | undefined
  arrived_at?: string | null | undefined
  parsed?: ParsedReport | null | undefined
}): boolean {
  const { raw_metar, obs_time, arrived_at, parsed } = record
  const others = [parsed?.datetime, obs_time?.trim() ? null : arrived_at]
  return /\b\d{6}Z\b/.test(raw_metar) || [obs_time, ...others].some((each) => readInstant(each) !== null)
}

/** A report has some 60 to 400 characters. A text beyond these bounds is not a report. */
export const RAW_METAR_CHARS_MAX = 1_000
export const RAW_METAR_GROUPS_MAX = 120

/** Whether a raw report is short enough to be parsed; bounds the work of parsing. */
export function isReadableLength(raw: string): boolean {
  return raw.length <= RAW_METAR_CHARS_MAX && (raw.match(/\S+/g)?.length ?? 0) <= RAW_METAR_GROUPS_MAX
}

const TOO_LONG = `has more than ${RAW_METAR_CHARS_MAX} characters or ${RAW_METAR_GROUPS_MAX} groups`

/** A raw report within these bounds. */
export const rawMetar = z
  .string()
  .check(
    z.maxLength(RAW_METAR_CHARS_MAX, { error: TOO_LONG }),
    z.refine(isReadableLength, { error: TOO_LONG, params: { maximum: RAW_METAR_GROUPS_MAX } }),
  )

/** An airport report record (DL §2.4). Unknown fields pass; time and place are required. */
export const reportRecordSchema = z
  .looseObject({
    // `ZZZZ` and similar codes mean a place without a code.
    icao: z.string().check(z.trim(), z.regex(/^(?!(.)\1{3})[A-Za-z0-9]{4}$/), z.toUpperCase()),
    raw_metar: rawMetar,
    obs_time: instant, // ISO 8601 with offset
    report_type: text, // METAR or SPECI
    arrived_at: instant, // UTC ISO 8601
    parsed: lenient(parsedReportSchema), // on parsed outputs only
  })
  .check(z.refine(saysWhen, { path: ['obs_time'], error: 'is not a time' }))
export type ReportRecord = z.infer<typeof reportRecordSchema>

/** Identity of a report: airport, time and text (a COR has the same time). */
export function reportIdentity(record: Pick<ReportRecord, 'icao' | 'obs_time' | 'raw_metar'>): string {
  return `${record.icao}/${record.obs_time ?? ''}/${record.raw_metar}`
}

export const latencyRecordSchema = z.looseObject({
  icao: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{4}$/)),
  avg_latency_seconds: number,
  sample_count: number,
})
export type LatencyRecord = z.infer<typeof latencyRecordSchema>

/** Names of lists in object responses. DL §4.6 does not document the form of `/all`. */
const LIST_NAMES = ['data', 'records', 'reports', 'metars', 'items', 'list', 'rows', 'results', 'airports', 'stations']

/**
 * Reads the records of any plausible response: `{data: […]}`, a bare list, a list under another name or nested in
 * `data`, each of records or raw texts, or an object keyed by ICAO code with records, lists of records, or raw texts.
 * Null without a list, which does not mean that there are no records.
 */
export function readByAirport<T>(schema: z.core.$ZodType<T>, body: unknown): ReadRecords<T> | null {
  const list = findRecords(body, DEPTH_MAX)
  return list && readRecords(schema, list.flatMap(reportsOf))
}

export const readReports = (list: unknown[]) => readRecords(reportRecordSchema, list.flatMap(reportsOf))

/** Longer texts are not searched for several reports. */
const BULLETIN_CHARS_MAX = 20_000
const NEXT_REPORT = /(?:(?<==) ?| (?=METAR|SPECI))(?=(?:(?:METAR|SPECI) )?(?:COR )?[A-Z][A-Z\d]{3} \d{6}Z)/i

/**
 * The reports of a record: some have several in their text, as bulletins do. Which of them the other fields describe is
 * unknown, so that the texts say airport and time.
 */
function reportsOf(item: unknown): unknown[] {
  const { icao, raw_metar: raw, arrived_at }: Partial<Record<string, unknown>> = Object(item)
  if (typeof raw !== 'string' || raw.length > BULLETIN_CHARS_MAX) return [item]
  const reports = raw
    .replace(/\s+/g, ' ')
    .split(NEXT_REPORT)
    .filter((part) => (TEXT_AIRPORT.test(part) || part.endsWith('=')) && !/^ ?TAF /i.test(part)) // without headings
  if (reports.length < 2) return [item]
  return reports.map((raw_metar) => ({ icao: TEXT_AIRPORT.exec(raw_metar)?.[1] ?? icao, raw_metar, arrived_at }))
}

/** Maximum depth of the search. */
const DEPTH_MAX = 8

/** The airport of a raw text: before its time. */
const TEXT_AIRPORT = /\b([A-Z][A-Z\d]{3}) +\d{6}Z/i

function findRecords(body: unknown, depth: number): unknown[] | null {
  if (Array.isArray(body)) {
    return body.map((item) =>
      typeof item === 'string' ? { icao: TEXT_AIRPORT.exec(item)?.[1], raw_metar: item } : item,
    )
  }
  if (typeof body !== 'object' || body === null || depth === 0) return null
  const entries = Object.entries(body)
  const keyed = entries.filter(([key]) => /^[A-Z][A-Z0-9]{3}$/.test(key))
  if (keyed.length > 0) return keyed.flatMap(([icao, value]) => recordsOfAirport(icao, value, depth - 1))
  for (const name of LIST_NAMES) {
    const inner = (body as Record<string, unknown>)[name]
    if (typeof inner === 'object' && inner !== null) return findRecords(inner, depth - 1)
  }
  if ('icao' in body) return [body]
  const lower = entries.filter(([key, value]) => /^[a-z][a-z\d]{3}$/.test(key) && holdsReport(value))
  return lower.length > 0 ? lower.flatMap(([icao, value]) => recordsOfAirport(icao, value, depth - 1)) : null
}

/** Names of other fields have four letters too, as `code`. */
function holdsReport(value: unknown): boolean {
  const items: unknown[] = Array.isArray(value) ? value : [value]
  return items.some((item) => (typeof item === 'string' ? TEXT_AIRPORT.test(item) : 'raw_metar' in Object(item)))
}

function recordsOfAirport(icao: string, value: unknown, depth: number): unknown[] {
  if (typeof value === 'string') return [{ icao, raw_metar: value }]
  if (Array.isArray(value) && depth > 0) return value.flatMap((item) => recordsOfAirport(icao, item, depth - 1))
  return typeof value === 'object' && value !== null ? [{ icao, ...value }] : [value]
}
