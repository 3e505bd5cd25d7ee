import { unicodeForm } from '../../../../contract/display-text.ts'
import { parseCoordinates } from '../../../../core/geo/coordinates.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { parseSexagesimal } from '../../../../core/geo/sexagesimal.ts'

const DIGITS = 5

/** A point a line, latitude first. */
export function pointsText(points: readonly LatLon[]): string {
  return points.map(({ lat, lon }) => `${lat.toFixed(DIGITS)}, ${lon.toFixed(DIGITS)}`).join('\n')
}

/** The points of a text; null if a line is invalid. */
export function parsePoints(text: string): LatLon[] | null {
  const points = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseCoordinates(line) ?? parseSexagesimal(line))
  return points.every((point) => point !== null) ? points : null
}

/** The characters of a name that are allowed in an id; '' if none. */
export function lettersOf(name: string, most: number): string {
  return unicodeForm(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, most)
}

/** An id from a name, not in `taken`: numbered from the second on; from the time if the name has no usable letters. */
export function idFrom(name: string, nowMs: number, taken: { has(id: string): boolean }): string {
  const id = lettersOf(name, 48) || `place-${Math.floor(nowMs / 1_000).toString(36)}`
  if (!taken.has(id)) return id
  for (let count = 2; ; count++) {
    if (!taken.has(`${id}-${count}`)) return `${id}-${count}`
  }
}
