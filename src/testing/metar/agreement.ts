import type { decodedValues } from '../../../scripts/metar/decoded-values.ts'

type DecodedValues = ReturnType<typeof decodedValues>

/** A report with the values that others read from it; a field that is absent was not determined. */
export interface ReferenceReport {
  raw: string
  area: 'CN' | 'CN-near' | 'Asia' | 'world'
  decoded: Partial<Record<string, unknown>>
  /** Fields where two open decoders agree with each other and not with the source. */
  disputed?: string[]
}

/** Values of every report, compared at the source's own rounding. */
export const SEVEN_VALUES = [
  'wind_direction',
  'wind_speed',
  'wind_gust',
  'visibility',
  'temperature',
  'dew_point',
  'qnh',
] as const

const VISIBILITY_EQUAL_FROM_M = 9_900

type Same = (value: unknown, reference: unknown, decoded: ReferenceReport['decoded']) => boolean

const within =
  (tolerance: number): Same =>
  (a, b) =>
    a === b || (isNumber(a) && isNumber(b) && Math.abs(a - b) <= tolerance + 1e-9)

const COMPARISONS: Record<string, Same> = {
  wind_direction: (a, b) => a === b || (isNumber(a) && isNumber(b) && a % 360 === b % 360),
  wind_speed: within(0.3),
  wind_gust: within(0.3),
  temperature: within(0.6),
  dew_point: within(0.6),
  qnh: within(0.6),
  visibility: (a, b) =>
    a === b ||
    (isNumber(a) &&
      isNumber(b) &&
      (Math.abs(a - b) <= Math.max(30, b * 0.02) || Math.min(a, b) >= VISIBILITY_EQUAL_FROM_M)),
  // The source writes mixed precipitation as two codes, and a set of codes in a different order.
  weather: (a, b) => b === null || weatherPieces(String(a)) === weatherPieces(String(b)),
  // The source has one code for a clear sky, and omits layers without a readable base.
  clouds: (a, b, decoded) => cloudLayers(a, decoded) === cloudLayers(b, decoded),
  // In the source an obscured sky is a ceiling of 0; its value is the vertical visibility.
  ceiling_ft: (a, b, { clouds }) => a === b || JSON.stringify(clouds)?.includes('"OVX"') === true,
  // Null if the source has no value, although the report has AUTO or NIL.
  is_auto: (a, b) => b === null || a === b,
  is_corrected: (a, b) => b === null || a === b,
  wind_variable: (a, b) => b === null || a === b,
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields of the reference, each with whether `values` agree; disputed ones are left out. */
export function compare(values: DecodedValues, { decoded, disputed = [] }: ReferenceReport): Map<string, boolean> {
  const skipped = new Set(disputed)
  if (skipped.has('visibility')) skipped.add('visibility_10km_or_more')
  const result = new Map<string, boolean>()
  for (const [field, reference] of Object.entries(decoded)) {
    if (skipped.has(field)) continue
    if (field === 'observation_time') result.set(field, equal(timeOf(values), timeText(String(reference))))
    else {
      const value = values[field as keyof DecodedValues]
      result.set(field, (COMPARISONS[field] ?? equal)(value, reference, decoded))
    }
  }
  return result
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function timeOf({ obs_day, obs_hour, obs_minute }: DecodedValues): string {
  return [obs_day, obs_hour, obs_minute].join()
}

function timeText(iso: string): string {
  const at = new Date(iso)
  return [at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()].join()
}

/** Codes of one phenomenon each, in order: `-SHRASN BR` is `-SHRA`, `-SHSN`, `BR`. */
function weatherPieces(codes: string): string {
  const pieces = codes.split(' ').flatMap((code) => {
    const [, before = '', phenomena = ''] = /^([-+]?(?:VC)?(?:MI|BC|PR|DR|BL|SH|TS|FZ)?)(.*)$/.exec(code) ?? []
    return phenomena === '' ? [before] : (phenomena.match(/..?/g) ?? []).map((each) => before + each)
  })
  return pieces.sort().join(' ')
}

/** Layers with a base; an obscured sky is `OVX` at 0 to the source, which has the vertical visibility apart. */
function cloudLayers(clouds: unknown, { vertical_visibility_ft }: ReferenceReport['decoded']): string {
  const layers = Array.isArray(clouds) ? (clouds as [string, number | null][]) : []
  const named = layers.map(([cover, base]) => (cover === 'OVX' ? ['VV', vertical_visibility_ft] : [cover, base]))
  return JSON.stringify(named.filter(([cover, base]) => base != null && cover !== '///'))
}
