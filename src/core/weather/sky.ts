/** The weather of an hour as a symbol. */
export type Sky = 'clear' | 'partly' | 'overcast' | 'rain' | 'snow'

/** Less in an hour, mm, is not drawn as precipitation. */
const WET_MM = 0.1
/** Precipitation at this air temperature, °C, and above counts as rain, below as snow. */
const SNOW_BELOW_C = 1
/** Cloud cover in percent. */
const PARTLY_FROM = 20
const OVERCAST_FROM = 80

interface Hour {
  cloudPercent: number | null
  precipitationMm: number | null
  temperatureC: number | null
}

/** The symbol of an hour; null where cloud or precipitation is unknown, or wet without a temperature. */
export function skyOf({ cloudPercent, precipitationMm, temperatureC }: Hour): Sky | null {
  if (precipitationMm === null) return null
  if (precipitationMm >= WET_MM) return temperatureC === null ? null : temperatureC < SNOW_BELOW_C ? 'snow' : 'rain'
  if (cloudPercent === null) return null
  return cloudPercent >= OVERCAST_FROM ? 'overcast' : cloudPercent >= PARTLY_FROM ? 'partly' : 'clear'
}

type Values = readonly (number | null)[]

/** Hourly precipitation as rain and snow, by the air temperature of the hour; null without snow, or if a wet hour has no temperature. */
export function rainAndSnow(
  amounts: Values,
  temperatures: Values,
): { rain: (number | null)[]; snow: (number | null)[] } | null {
  const kinds = amounts.map((mm, i) => {
    if (mm === null || mm === 0) return 'none'
    const temperatureC = temperatures[i] ?? null
    return temperatureC === null ? 'unknown' : temperatureC < SNOW_BELOW_C ? 'snow' : 'rain'
  })
  if (kinds.includes('unknown') || !kinds.includes('snow')) return null
  const of = (kind: 'rain' | 'snow') => amounts.map((mm, i) => (mm === null ? null : kinds[i] === kind ? mm : 0))
  return { rain: of('rain'), snow: of('snow') }
}
