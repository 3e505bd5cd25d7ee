import type { LatLon } from './geo.ts'

const PAIR = /^([+-]?\d{1,3}(?:\.\d+)?) ?[,; ] ?([+-]?\d{1,3}(?:\.\d+)?)$/

/** Parses `31.2, 121.5` or `-33.9 151.2`: latitude first. Null if invalid. With letters: `parseSexagesimal`. */
export function parseCoordinates(text: string): LatLon | null {
  // Collapse blanks first: optional blanks in several positions would cause exponential backtracking.
  const match = PAIR.exec(text.replaceAll('，', ',').replaceAll('−', '-').replace(/\s+/g, ' ').trim())
  if (!match) return null
  const lat = Number(match[1])
  const lon = Number(match[2])
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
