/** Visibility of 10 km or more, reported as `9999`. */
export const VISIBILITY_TEN_KM = 10_000
export const KNOT_MPS = 1852 / 3600

export interface CodedWind {
  /** 10 to 360 in tens; null if the wind is calm or variable. */
  directionDeg: number | null
  /** In the unit of the report. */
  speed: number
  gust: number | null
  unit: 'MPS' | 'KT'
  range: [fromDeg: number, toDeg: number] | null
}

export interface CodedCloud {
  cover: 'FEW' | 'SCT' | 'BKN' | 'OVC'
  hundredsFt: number
  type: 'CB' | 'TCU' | ''
}

/** A report before encoding: source of the text, the parsed block and the history record. */
export interface CodedReport {
  icao: string
  timeMs: number
  kind: 'METAR' | 'SPECI'
  corrected: boolean
  auto: boolean
  /** NIL report: station name only. */
  nil: boolean
  wind: CodedWind | null
  windUnit: 'MPS' | 'KT'
  /** At most `VISIBILITY_TEN_KM`; null if missing. */
  visibilityM: number | null
  cavok: boolean
  runwayRanges: string[]
  /** Null where present weather was not observed. */
  weather: string[] | null
  /** Null if the sky was not observed; empty if there was nothing significant. */
  clouds: CodedCloud[] | null
  /** `001`, or `///` if not measured; null if the sky is not obscured. */
  verticalVisibility: string | null
  /** Whole degrees; -0 is `M00`. Null where missing. */
  temperatureC: number | null
  dewPointC: number | null
  qnhHpa: number | null
  recentWeather: string[]
  /** `NOSIG`, a change group, or empty. */
  trend: string
  remark: string
}

/** The report as its station sends it: `METAR ZSPD 210900Z 21004MPS 0800 FG SCT026 M21/M19 Q1008 NOSIG=`. */
export function writeRaw(report: CodedReport): string {
  const head = [report.kind, ...(report.corrected ? ['COR'] : []), report.icao, `${dayAndTime(report.timeMs)}Z`]
  if (report.nil) return `${[...head, 'NIL'].join(' ')}=`
  const groups = [
    ...head,
    ...(report.auto ? ['AUTO'] : []),
    ...(report.wind ? windGroups(report.wind) : [`/////${report.windUnit}`]),
    ...(report.cavok ? ['CAVOK'] : conditionGroups(report)),
    temperatureGroup(report),
    report.qnhHpa === null ? 'Q////' : `Q${pad(report.qnhHpa, 4)}`,
    ...report.recentWeather.map((code) => `RE${code}`),
    report.trend,
    report.remark,
  ]
  return `${groups.filter((group) => group !== '').join(' ')}=`
}

function conditionGroups(report: CodedReport): string[] {
  return [
    report.visibilityM === null ? '////' : visibilityGroup(report.visibilityM),
    ...report.runwayRanges,
    ...(report.weather ?? ['//']),
    ...skyGroups(report),
  ]
}

/** `0800`; `9999` for 10 km and more. */
export function visibilityGroup(visibilityM: number): string {
  return visibilityM >= VISIBILITY_TEN_KM ? '9999' : pad(visibilityM, 4)
}

/** `SCT026CB`. */
export function cloudGroup({ cover, hundredsFt, type }: CodedCloud): string {
  return `${cover}${pad(hundredsFt, 3)}${type}`
}

/** `21004G12MPS` and, where the direction varies, `190V250`. */
export function windGroups(wind: CodedWind): string[] {
  const direction = wind.directionDeg === null ? (wind.speed === 0 ? '000' : 'VRB') : pad(wind.directionDeg, 3)
  const gust = wind.gust === null ? '' : `G${pad(wind.gust, 2)}`
  const range = wind.range ? [`${pad(wind.range[0], 3)}V${pad(wind.range[1], 3)}`] : []
  return [`${direction}${pad(wind.speed, 2)}${gust}${wind.unit}`, ...range]
}

/** `0930` of a UTC instant. */
export function hourAndMinute(ms: number): string {
  const date = new Date(ms)
  return pad(date.getUTCHours(), 2) + pad(date.getUTCMinutes(), 2)
}

function dayAndTime(ms: number): string {
  return pad(new Date(ms).getUTCDate(), 2) + hourAndMinute(ms)
}

function skyGroups(report: CodedReport): string[] {
  if (report.verticalVisibility !== null) return [`VV${report.verticalVisibility}`]
  if (report.clouds === null) return ['//////']
  return report.clouds.length === 0 ? ['NSC'] : report.clouds.map(cloudGroup)
}

function temperatureGroup({ temperatureC, dewPointC }: CodedReport): string {
  if (temperatureC === null || dewPointC === null) return '/////'
  return `${degrees(temperatureC)}/${degrees(dewPointC)}`
}

function degrees(value: number): string {
  const below = value < 0 || Object.is(value, -0)
  return `${below ? 'M' : ''}${pad(Math.abs(value), 2)}`
}

function pad(value: number, width: number): string {
  return `${value}`.padStart(width, '0')
}
