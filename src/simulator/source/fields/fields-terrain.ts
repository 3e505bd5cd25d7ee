import { distanceKm } from '../../../core/geo/geo.ts'
import { decodeRuns } from '../../../core/geo/land-mask.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { modulo } from '../../../core/util/modulo.ts'
import { LAND_KINDS } from './fields-land-data.ts'

const KIND_COLUMNS = 1440
const KIND_DEG = 0.25
/** How far the known height of an airport reaches. */
const KNOWN_HEIGHT_KM = 30

/** High country: middle, half widths in degrees, height in metres. */
const UPLANDS: [lat: number, lon: number, halfLat: number, halfLon: number, heightM: number][] = [
  [33, 88, 5, 13, 4_600],
  [31, 98, 4.5, 4, 3_600],
  [36.5, 97, 2.5, 5, 2_800],
  [25.5, 101.5, 3.5, 4.5, 2_000],
  [26.5, 106.5, 2.5, 3, 1_100],
  [42.5, 80, 2, 7, 2_700],
  [38, 73, 3, 4, 3_600],
  [40, 110, 6, 10, 1_150],
  [47, 100, 5, 9, 1_500],
  [36.5, 108, 3, 4, 1_300],
  [33, 52, 5, 9, 1_300],
  [64, 135, 6, 15, 600],
  [23.6, 121, 1.1, 0.5, 1_600],
  [36, 138, 1.5, 1.5, 700],
  [40, -110, 10, 8, 1_700],
  [-16, -69, 14, 3, 3_400],
  [8, 39, 5, 4, 1_900],
  [-3, 34, 12, 6, 1_100],
  [-28, 27, 5, 5, 1_300],
  [72, -40, 8, 14, 2_200],
  [-82, 60, 13, 130, 2_600],
]

/** The ground of the synthetic world, drawn with a broad brush and pinned to the heights of the airports. */
export function createTerrain(airports: { latitude: number; longitude: number; altitude: number | null }[]) {
  const kinds = decodeRuns(LAND_KINDS, KIND_COLUMNS)
  const known = new Map<number, { lat: number; lon: number; excessM: number }[]>()
  for (const { latitude: lat, longitude: lon, altitude } of airports) {
    if (altitude === null) continue
    const key = bucket(Math.floor(lat), Math.floor(lon))
    heldOrMade(known, key, () => []).push({ lat, lon, excessM: altitude - uplandAt(lat, lon) })
  }

  /** Land, by the exact mask: 0 sea, 1 land, 2 land of China. */
  function kindAt(lat: number, lon: number): number {
    const column = modulo(Math.floor((lon + 180) / KIND_DEG), KIND_COLUMNS)
    const row = Math.min(kinds.length / KIND_COLUMNS - 1, Math.max(0, Math.floor((lat + 90) / KIND_DEG)))
    return kinds[row * KIND_COLUMNS + column]!
  }

  /** Metres above sea level; near an airport of known height, that height. */
  function heightAt(lat: number, lon: number): number {
    const share = landShareAt(lat, lon)
    let weights = 0
    let excess = 0
    let nearest = 0
    for (let row = Math.floor(lat) - 1; row <= Math.floor(lat) + 1; row++) {
      for (let column = Math.floor(lon) - 1; column <= Math.floor(lon) + 1; column++) {
        for (const pin of known.get(bucket(row, column)) ?? []) {
          const weight = Math.exp(-((distanceKm({ lat, lon }, pin) / KNOWN_HEIGHT_KM) ** 2))
          weights += weight * weight
          excess += weight * weight * pin.excessM
          nearest = Math.max(nearest, weight)
        }
      }
    }
    const ground = uplandAt(lat, lon)
    if (weights === 0) return ground * share
    // Towards the sea a pin is an airport on an island or a shore: it counts only close by.
    const reach = nearest ** (8 - 7 * share)
    return Math.max(0, ground * share * (1 - reach) + (ground + excess / weights) * reach)
  }

  /** The share of land around the point, from 0 to 1, smooth across the coast. */
  function landShareAt(lat: number, lon: number): number {
    const x = lon / KIND_DEG - 0.5
    const y = lat / KIND_DEG - 0.5
    const bx = x - Math.floor(x)
    const by = y - Math.floor(y)
    const west = (Math.floor(x) + 0.5) * KIND_DEG
    const south = (Math.floor(y) + 0.5) * KIND_DEG
    const land = (row: number, column: number) => (kindAt(south + row * KIND_DEG, west + column * KIND_DEG) > 0 ? 1 : 0)
    const southern = land(0, 0) * (1 - bx) + land(0, 1) * bx
    const northern = land(1, 0) * (1 - bx) + land(1, 1) * bx
    return southern + (northern - southern) * by
  }

  return { kindAt, landShareAt, heightAt }
}

function bucket(row: number, column: number): number {
  return (row + 90) * 1_000 + modulo(column + 180, 360)
}

function uplandAt(lat: number, lon: number): number {
  let height = 40
  for (const [midLat, midLon, halfLat, halfLon, heightM] of UPLANDS) {
    const dLat = (lat - midLat) / halfLat
    const dLon = (lon - midLon) / halfLon
    const square = dLat * dLat + dLon * dLon
    // A flat top with steep sides, as plateaus are.
    if (square < 9) height = Math.max(height, heightM * Math.exp(-square * square * 0.5))
  }
  return height
}
