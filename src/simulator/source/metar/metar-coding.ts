import { MINUTE_MS } from '../../../core/time/durations.ts'
import { modulo } from '../../../core/util/modulo.ts'
import type { SurfaceWeather } from '../fields/fields.ts'
import { clamp, draw } from '../fields/fields-noise.ts'
import { type CodedCloud, type CodedReport, type CodedWind, KNOT_MPS, VISIBILITY_TEN_KM } from './metar-report.ts'
import type { MetarSite } from './metar-site.ts'

/** Thunder within this of the aerodrome is TS, beyond it and within the next VCTS. */
export const THUNDER_KM = 8
const VICINITY_KM = 16
const FEET_100_M = 30.48
/** No cloud below this, and no storm cloud at all, is needed for CAVOK. */
const CAVOK_BASE_M = 1_500
const USUAL_CLOUD_TOP_M = 3_000
const GUST_EXCESS_MPS = 5
const LEAVING_STORM: CodedCloud = { cover: 'FEW', hundredsFt: 50, type: 'CB' }
const RVR_BELOW_M = 1_500

/** The report of an observer at the site; kind, trend and faults are added by the caller. */
export function codeConditions(
  site: MetarSite,
  timeMs: number,
  weather: SurfaceWeather,
  recent: { thunderKm: number; visibilityM: number },
): CodedReport {
  const dice = (salt: number) => draw(site.dice, salt, Math.floor(timeMs / MINUTE_MS))
  const thunderKm = Math.min(weather.thunderKm, recent.thunderKm)
  const visibilityM = codeVisibility(weather.visibilityM)
  const codes = weatherCodes(weather, visibilityM, thunderKm, dice(1))
  const clouds = codeClouds(weather, site.highClouds)
  // Thunder implies a reported storm cloud, also while the storm is leaving.
  if (thunderKm <= THUNDER_KM && !clouds.some(({ type }) => type === 'CB')) clouds.push(LEAVING_STORM)
  clouds.sort((a, b) => a.hundredsFt - b.hundredsFt)
  const obscured = weather.obscuration === 'fog' && visibilityM < 400
  const clearSky = !clouds.some((cloud) => cloud.type !== '' || cloud.hundredsFt * FEET_100_M < CAVOK_BASE_M)
  const temperatureC = Math.round(weather.temperatureC)
  return {
    icao: site.airport.icao_code,
    timeMs,
    kind: 'METAR',
    corrected: false,
    auto: site.auto,
    nil: false,
    wind: codeWind(weather, site.windUnit, dice(2)),
    windUnit: site.windUnit,
    visibilityM,
    cavok: visibilityM >= VISIBILITY_TEN_KM && codes.length === 0 && clearSky,
    runwayRanges: visibilityM < RVR_BELOW_M ? runwayRanges(site, weather, recent.visibilityM) : [],
    weather: codes,
    clouds,
    verticalVisibility: obscured ? (site.auto ? '///' : '001') : null,
    temperatureC,
    dewPointC: Math.min(temperatureC, Math.round(weather.dewPointC)),
    qnhHpa: Math.floor(weather.seaLevelPressureHpa),
    recentWeather: [],
    trend: '',
    remark: '',
  }
}

/** Steps of 50 m below 800 m, of 100 m below 5 km, of 1 km below 10 km, always rounded down. */
function codeVisibility(meters: number): number {
  const step = meters < 800 ? 50 : meters < 5_000 ? 100 : 1_000
  return clamp(50, VISIBILITY_TEN_KM, Math.floor(meters / step) * step)
}

function codeWind(weather: SurfaceWeather, unit: 'MPS' | 'KT', dice: number): CodedWind {
  const unitMps = unit === 'KT' ? KNOT_MPS : 1
  const speed = Math.round(weather.windSpeedMps / unitMps)
  const gusts = weather.gustMps - weather.windSpeedMps >= GUST_EXCESS_MPS
  const gust = gusts ? Math.round(weather.gustMps / unitMps) : null
  if (speed === 0) return { directionDeg: null, speed, gust, unit, range: null }
  // The weaker the wind and the higher the sun, the more it swings.
  const swing = ((36 + 55 * Math.max(0, weather.sunHeight)) / (weather.windSpeedMps + 0.6)) * (0.5 + 1.5 * dice)
  const light = weather.windSpeedMps < 1.5
  if (swing >= 90 || (light && swing >= 30)) return { directionDeg: null, speed, gust, unit, range: null }
  const range: [number, number] | null =
    swing >= 30 ? [tens(weather.windFromDeg - swing), tens(weather.windFromDeg + swing)] : null
  return { directionDeg: tens(weather.windFromDeg), speed, gust, unit, range }
}

/** 10 to 360, in tens. */
function tens(degrees: number): number {
  const rounded = modulo(Math.round(degrees / 10) * 10, 360)
  return rounded === 0 ? 360 : rounded
}

function weatherCodes(weather: SurfaceWeather, visibilityM: number, thunderKm: number, dice: number): string[] {
  const codes: string[] = []
  const fall = fallCode(weather)
  if (thunderKm <= THUNDER_KM) {
    const hail = weather.stormCore > 0.75 && dice < 0.12 ? 'GR' : ''
    codes.push(fall ? `${fall.intensity}TS${fall.what}${hail}` : 'TS')
  } else {
    if (fall) codes.push(`${fall.intensity}${weather.showery ? 'SH' : ''}${fall.what}`)
    if (thunderKm <= VICINITY_KM) codes.push('VCTS')
  }
  const veil = veilCode(weather, visibilityM)
  if (veil) codes.push(veil)
  return codes
}

function fallCode(weather: SurfaceWeather): { intensity: '-' | '' | '+'; what: string } | null {
  const rate = weather.precipitationMmPerHour
  if (rate < 0.1) return null
  const what = weather.snowShare > 0.7 ? 'SN' : weather.snowShare > 0.3 ? 'RASN' : 'RA'
  const [moderate, heavy] = what === 'SN' ? [1, 2.5] : [2.5, 10]
  const lowest = weather.layers[0]
  if (what === 'RA' && rate < 0.3 && !weather.showery && lowest && lowest.baseM < 350) {
    return { intensity: '-', what: 'DZ' }
  }
  return { intensity: rate < moderate ? '-' : rate < heavy ? '' : '+', what }
}

function veilCode(weather: SurfaceWeather, visibilityM: number): string | null {
  if (visibilityM > 5_000) return null
  const mist = visibilityM < 1_000 ? (weather.temperatureC < 0 ? 'FZFG' : 'FG') : 'BR'
  switch (weather.obscuration) {
    case 'fog':
    case 'mist':
      return mist
    case 'haze':
      return weather.humidityPercent >= 80 ? mist : 'HZ'
    case 'dust': {
      if (visibilityM < 1_000) return 'SS'
      const sand = weather.windSpeedMps > 8
      return weather.windSpeedMps > 10 ? (sand ? 'BLSA' : 'BLDU') : sand ? 'SA' : 'DU'
    }
    case 'precipitation':
      return visibilityM >= 1_000 && weather.snowShare <= 0.3 && weather.humidityPercent >= 85 ? 'BR' : null
    default:
      return null
  }
}

const COVERS: [least: number, cover: CodedCloud['cover']][] = [
  [0.94, 'OVC'],
  [0.56, 'BKN'],
  [0.31, 'SCT'],
  [0.06, 'FEW'],
]

function codeClouds(weather: SurfaceWeather, high: boolean): CodedCloud[] {
  const clouds: CodedCloud[] = []
  let least = 0
  for (const layer of weather.layers) {
    const type = layer.kind === 'cumulonimbus' ? 'CB' : layer.kind === 'towering' ? 'TCU' : ''
    const cover = COVERS.find(([from]) => layer.amount >= from)?.[1]
    if (!cover) continue
    // Any first layer, then one of 3 oktas, then one of 5; storm clouds always.
    const written = layer.amount >= least && clouds.length < 3 && (high || layer.baseM < USUAL_CLOUD_TOP_M)
    if (!written && type === '') continue
    clouds.push({ cover, hundredsFt: Math.max(1, Math.floor(layer.baseM / FEET_100_M)), type })
    if (written) least = least === 0 ? 0.31 : 0.56
  }
  return clouds
}

function runwayRanges(site: MetarSite, weather: SurfaceWeather, earlierM: number): string[] {
  const change = weather.visibilityM - earlierM
  const tendency = change > 100 ? 'U' : change < -100 ? 'D' : 'N'
  // Runway lights are visible farther than anything else, especially at night.
  const seenM = weather.visibilityM * (weather.sunHeight > 0 ? 1.25 : 1.6)
  return site.runways.map((name, i) => {
    const meters = seenM * (1 - 0.06 * i)
    if (meters >= 2_000) return `${name}/P2000${tendency}`
    const step = meters < 400 ? 25 : meters < 800 ? 50 : 100
    return `${name}/${`${Math.max(step, Math.floor(meters / step) * step)}`.padStart(4, '0')}${tendency}`
  })
}

/** Height in feet of the lowest layer that covers more than half of the sky; null without one. */
export function ceilingFt(report: CodedReport): number | null {
  if (report.verticalVisibility !== null) return 100
  const layer = report.clouds?.find(({ cover }) => cover === 'BKN' || cover === 'OVC')
  return layer ? layer.hundredsFt * 100 : null
}
