import { readWeatherCode } from '../../../../core/metar/metar-weather.ts'
import type { AirportT } from '../row/row-words.ts'

const STORMS = new Set(['SS', 'DS', 'SQ'])

/** A present-weather code as text: `-TSRA` is "thunderstorm with light rain". An unknown code is returned unchanged. */
export function weatherText(code: string, t: AirportT): string {
  const read = readWeatherCode(code)
  if (!read) return code
  const whole = t(`weather.whole.${code}`, { defaultValue: '' })
  if (whole) return whole

  const { intensity, descriptor, phenomena } = read
  const thunder = descriptor === 'TS' && phenomena.length > 0
  const base = thunder ? phenomena.join('') : `${descriptor ?? ''}${phenomena.join('')}`
  const what = withIntensity(intensity, phenomena, described(base, thunder ? null : descriptor, phenomena, t), t)
  return thunder ? t('weather.thunderWith', { what }) : what
}

function described(base: string, descriptor: string | null, phenomena: string[], t: AirportT): string {
  const whole = t(`weather.whole.${base}`, { defaultValue: '' })
  if (whole) return whole
  const what = phenomena.map((each) => t(`weather.${each}`)).join(t('weather.and'))
  return descriptor ? t(`weather.${descriptor}`, { what }) : what
}

function withIntensity(intensity: string | null, phenomena: string[], what: string, t: AirportT): string {
  if (intensity === '-') return t('weather.light', { what })
  if (intensity === '+') return t(STORMS.has(phenomena[0] ?? '') ? 'weather.severe' : 'weather.heavy', { what })
  return intensity === 'VC' ? t('weather.vicinity', { what }) : what
}
