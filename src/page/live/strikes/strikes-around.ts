import { distanceFrom, type LatLon } from '../../../core/geo/geo.ts'
import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'

/** A stroke near a place, at its best record. */
export interface NearStrike extends LatLon {
  sequence: number
  timeMs: number
  km: number
}

export interface FoundStrikes {
  /** Newest first; limited to the requested number. */
  strikes: NearStrike[]
  total: number
}

const AT_MOST = 200

/** The held strokes since a moment at a distance of more than `fromKm` (or 0) and at most `toKm`. */
export function strikesAround(
  columns: Pick<StrikeColumns, 'firstSince' | 'end' | 'visit'>,
  place: LatLon,
  { fromKm, toKm, sinceMs, atMost = AT_MOST }: { fromKm: number; toKm: number; sinceMs: number; atMost?: number },
): FoundStrikes {
  const found: NearStrike[] = []
  const kmTo = distanceFrom(place)
  const halfLat = toKm / 110
  columns.visit(columns.firstSince(sinceMs), columns.end, (sequence, timeMs, lat, lon) => {
    if (timeMs <= sinceMs || Math.abs(lat - place.lat) > halfLat) return
    const km = kmTo(lat, lon)
    if (km <= toKm && (fromKm === 0 || km > fromKm)) found.push({ sequence, timeMs, lat, lon, km })
  })
  found.sort((a, b) => b.timeMs - a.timeMs)
  return { strikes: found.slice(0, atMost), total: found.length }
}
