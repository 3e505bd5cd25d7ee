import type { LatLon } from './geo.ts'

const PAIR = /^([+-]?\d{1,3}(?:\.\d+)?) ?°? ?([NS])? ?[,; ] ?([+-]?\d{1,3}(?:\.\d+)?) ?°? ?([EW])?$/i

/** Parses `31.2, 121.5`, `31.2N 121.5E` or `-33.9 151.2`: latitude first. Null if invalid. */
export function parseCoordinates(text: string): LatLon | null {
  // Collapse blanks first: optional blanks in seven positions would cause exponential backtracking.
  const tidy = text.replaceAll('，', ',').replaceAll('−', '-').replace(/\s+/g, ' ').trim()
  const match = PAIR.exec(tidy)
  if (!match) return null
  const lat = Number(match[1]) * (match[2]?.toUpperCase() === 'S' ? -1 : 1)
  const lon = Number(match[3]) * (match[4]?.toUpperCase() === 'W' ? -1 : 1)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}
