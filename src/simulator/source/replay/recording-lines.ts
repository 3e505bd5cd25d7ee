import { parseInstantMs } from '../../../contract/time.ts'

export interface RecordedStrike {
  /** Whole Unix seconds, and the nanoseconds of that second. */
  second: number
  nanosecond: number
  lat: number
  lon: number
  /** 0 if unknown. */
  polarity: -1 | 0 | 1
}

type Column = 'time' | 'lat' | 'lon' | 'polarity'

/** Column names of recordings, in lower case and without units. */
const NAMES: Record<Column, RegExp> = {
  time: /^(time|timestamp|date_?time|obser_datetime|epoch|unix|utc)(_|$)/,
  lat: /^(lat|latitude|y)$/,
  lon: /^(lon|lng|long|longitude|x)$/,
  polarity: /^(pol|polarity|(peak_)?current(_ka)?|amplitude(_ka)?)$/,
}
const NEEDED = ['time', 'lat', 'lon'] as const
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
/** An instant, its fraction of a second, and its zone. */
const INSTANT = /^([^.,]*)[.,](\d{1,9})\d*([^.,]*)$/
/** Years 1980 to 2100: a value outside is not a recording time. */
const SECONDS_MIN = 315_532_800
const SECONDS_MAX = 4_102_444_800

/** Parses the lines under `header`; returns the names of missing columns, if any. */
export function lineReader(header: string): { read(line: string): RecordedStrike | string } | { missing: string[] } {
  const separator = [',', ';', '\t'].reduce((best, each) =>
    header.split(each).length > header.split(best).length ? each : best,
  )
  const names = valuesOf(header, separator).map(plainName)
  const find = (column: Column) => names.findIndex((name) => NAMES[column].test(name))
  const missing = NEEDED.filter((column) => find(column) < 0)
  if (missing.length > 0) return { missing }
  const at = { time: find('time'), lat: find('lat'), lon: find('lon'), polarity: find('polarity') }

  function read(line: string): RecordedStrike | string {
    const values = valuesOf(line, separator)
    const value = (column: Column) => values[at[column]]?.trim() ?? ''
    const time = timeOf(value('time'))
    if (!time) return `no time: "${shortened(value('time'))}"`
    const lat = numberOf(value('lat'))
    if (lat === null || Math.abs(lat) > 90) return `no latitude: "${shortened(value('lat'))}"`
    const lon = numberOf(value('lon'))
    if (lon === null || lon < -180 || lon > 360) return `no longitude: "${shortened(value('lon'))}"`
    // Some count longitudes from 0 to 360.
    return { ...time, lat, lon: lon > 180 ? lon - 360 : lon, polarity: polarityOf(value('polarity')) }
  }
  return { read }
}

/** The values of a line; one in quotes may hold the separator. */
function valuesOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator)
  const values = ['']
  let quoted = false
  for (const char of line) {
    if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) values.push('')
    else values[values.length - 1] += char
  }
  return values
}

/** `Peak current [kA]` is `peak_current`. */
function plainName(name: string): string {
  const plain = name.replace(/[([].*/, '').toLowerCase()
  return plain.replace(/[^a-z]+/g, '_').replace(/^_|_$/g, '')
}

/** An ISO 8601 time, UTC without a zone, or a Unix time whose magnitude gives its unit. */
function timeOf(text: string): Pick<RecordedStrike, 'second' | 'nanosecond'> | null {
  const digits = /^(\d{9,19})(?:\.(\d*))?$/.exec(text)
  const time = digits ? unixTime(digits[1]!, digits[2] ?? '') : instant(text)
  return time && time.second >= SECONDS_MIN && time.second <= SECONDS_MAX ? time : null
}

/** Ten digits mean seconds, thirteen milliseconds, sixteen microseconds, nineteen nanoseconds. */
function unixTime(whole: string, fraction: string) {
  const belowSecond = whole.length < 12 ? 0 : whole.length < 15 ? 3 : whole.length < 18 ? 6 : 9
  const seconds = whole.slice(0, whole.length - belowSecond)
  const nanoseconds = (whole.slice(whole.length - belowSecond) + fraction).padEnd(9, '0').slice(0, 9)
  return { second: Number(seconds), nanosecond: Number(nanoseconds) }
}

function instant(text: string) {
  const [, time, fraction = '', zone] = INSTANT.exec(text) ?? []
  const ms = parseInstantMs(time === undefined ? text : time + zone)
  return ms === null ? null : { second: Math.floor(ms / 1_000), nanosecond: Number(fraction.padEnd(9, '0')) }
}

function numberOf(text: string): number | null {
  return NUMBER.test(text) ? Number(text) : null
}

function polarityOf(text: string): -1 | 0 | 1 {
  const value = numberOf(text) ?? 0
  return value > 0 ? 1 : value < 0 ? -1 : 0
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
