/** Identifies a strike in a URL: time to the millisecond, position to a metre. */
export interface StrikeName {
  timeMs: number
  lat: number
  lon: number
}

/** `1782892800123,31.14321,121.80543`. */
export function strikeId({ timeMs, lat, lon }: StrikeName): string {
  return `${Math.round(timeMs)},${lat.toFixed(5)},${lon.toFixed(5)}`
}

/** Null for an invalid id. */
export function parseStrikeId(id: string): StrikeName | null {
  const match = /^(\d{10,14}),(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(id)
  if (!match) return null
  const [timeMs, lat, lon] = match.slice(1).map(Number) as [number, number, number]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { timeMs, lat, lon } : null
}
