import { distanceFrom, type LatLon } from '../../../core/geo/geo.ts'
import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'

export interface FoundStrikes {
  /** At their best records, newest first; limited to `AT_MOST`. */
  strikes: LatLon[]
  total: number
}

const AT_MOST = 200

/** The held strokes since a moment at a distance of more than `fromKm` (or 0) and at most `toKm`. */
export function strikesAround(
  columns: Pick<StrikeColumns, 'firstSince' | 'end' | 'visit'>,
  place: LatLon,
  { fromKm, toKm, sinceMs }: { fromKm: number; toKm: number; sinceMs: number },
): FoundStrikes {
  const found: (LatLon & { timeMs: number })[] = []
  const kmTo = distanceFrom(place)
  const halfLat = toKm / 110
  columns.visit(columns.firstSince(sinceMs), columns.end, (_, timeMs, lat, lon) => {
    if (timeMs <= sinceMs || Math.abs(lat - place.lat) > halfLat) return
    const km = kmTo(lat, lon)
    if (km <= toKm && (fromKm === 0 || km > fromKm)) found.push({ timeMs, lat, lon })
  })
  found.sort((a, b) => b.timeMs - a.timeMs)
  return { strikes: found.slice(0, AT_MOST), total: found.length }
}
