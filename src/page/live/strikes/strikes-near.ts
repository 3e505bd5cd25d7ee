import { boxAround } from '../../../core/geo/box-around.ts'
import { fixedBox, isInBox } from '../../../core/geo/fixed-box.ts'
import { bearingDeg, distanceFrom, type LatLon } from '../../../core/geo/geo.ts'
import type { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { isSuperseded } from '../../../core/strikes/strike-quality.ts'
import { WORDS_PER_STRIKE } from '../../../core/strikes/strike-ring.ts'

export interface NearestStrike {
  km: number
  bearingDeg: number
  timeMs: number
}

export interface StrikesNear {
  /** Strokes within the radius since that moment. */
  total: number
  nearest: NearestStrike | null
}

/** Strikes within a radius; first filtered by bounding box with integers, without allocation. */
export function strikesNear(
  columns: Pick<StrikeColumns, 'firstSince' | 'end' | 'forRuns' | 'at'>,
  place: LatLon,
  { radiusKm, sinceMs }: { radiusKm: number; sinceMs: number },
): StrikesNear {
  const box = fixedBox(boxAround(place, radiusKm))
  const kmTo = distanceFrom(place)
  let total = 0
  let nearest: NearestStrike | null = null
  columns.forRuns(columns.firstSince(sinceMs), columns.end, (words, from, count, sequence) => {
    for (let each = 0; each < count; each++) {
      const i = from + each * WORDS_PER_STRIKE
      if (!isInBox(box, words[i]!, words[i + 1]!) || isSuperseded(words[i + 3]!)) continue
      const strike = columns.at(sequence + each)
      if (!strike || strike.timeMs < sinceMs) continue
      const km = kmTo(strike.lat, strike.lon)
      if (km > radiusKm) continue
      total++
      if (!nearest || km < nearest.km) {
        nearest = { km, bearingDeg: bearingDeg(place, strike), timeMs: strike.timeMs }
      }
    }
  })
  return { total, nearest }
}
