import { distanceKm, RAD } from '../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Fields } from '../fields/fields.ts'
import { draw, mix } from '../fields/fields-noise.ts'
import type { Place } from '../fields/fields-place.ts'

/** The network covers China and its neighbours. */
const WEST = 72
const EAST = 146
const SOUTH = 5
const NORTH = 55
const SPACING_DEG = 0.5
const FIRST_NUMBER = 50_000
const LAST_NUMBER = 59_999
const LAND_OF_CHINA = 2

export interface Station {
  id: string
  lat: number
  lon: number
  name: string
  province: string
  city: string | null
  county: string
  place: Place
  /** Publishes this long after each ten minutes. */
  lagMs: number
}

interface Town {
  latitude: number
  longitude: number
  province: string
  city: string
  county: string
}

/** Stations on land, on a grid shaken by the seed; those in China take their names from the nearest airport's town. */
export function createStationNetwork(seed: number, fields: Fields, towns: Town[]) {
  const sites = layOut(seed, fields)
  // Unit vectors: the nearest station has the greatest inner product, anywhere on Earth.
  const vectors = new Float64Array(sites.length * 3)
  sites.forEach(({ lat, lon }, i) => {
    vectors.set(unitVector(lat, lon), i * 3)
  })

  function station(index: number): Station {
    const { lat, lon } = sites[index]!
    const id = `${FIRST_NUMBER + index}`
    const town = fields.landKind(lat, lon) === LAND_OF_CHINA ? nearestTown(towns, lat, lon) : undefined
    return {
      id,
      lat,
      lon,
      name: town ? `${town.county || town.city || town.province}${id}站` : `${id}站`,
      province: town?.province ?? '',
      city: town?.city || null,
      county: town?.county ?? '',
      place: fields.place(lat, lon),
      lagMs: (mix(seed, 41, index) % 2) * 5 * MINUTE_MS,
    }
  }

  return {
    nearest(lat: number, lon: number): Station {
      const [x, y, z] = unitVector(lat, lon)
      let best = 0
      let bestProduct = Number.NEGATIVE_INFINITY
      for (let i = 0; i < sites.length; i++) {
        const product = x * vectors[i * 3]! + y * vectors[i * 3 + 1]! + z * vectors[i * 3 + 2]!
        if (product > bestProduct) {
          best = i
          bestProduct = product
        }
      }
      return station(best)
    },
    byId(id: string): Station | undefined {
      const index = /^\d{5}$/.test(id) ? Number(id) - FIRST_NUMBER : -1
      return index >= 0 && index < sites.length ? station(index) : undefined
    },
  }
}

function layOut(seed: number, fields: Fields): { lat: number; lon: number }[] {
  const found: { lat: number; lon: number }[] = []
  for (let row = Math.round(NORTH / SPACING_DEG) - 1; row >= SOUTH / SPACING_DEG; row--) {
    for (let column = WEST / SPACING_DEG; column < EAST / SPACING_DEG; column++) {
      const lat = (row + 0.15 + 0.7 * draw(seed, 42, row, column)) * SPACING_DEG
      const lon = (column + 0.15 + 0.7 * draw(seed, 43, row, column)) * SPACING_DEG
      if (fields.landKind(lat, lon) > 0) found.push({ lat: rounded(lat), lon: rounded(lon) })
    }
  }
  return found.slice(0, LAST_NUMBER - FIRST_NUMBER + 1)
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

function unitVector(lat: number, lon: number): [x: number, y: number, z: number] {
  const around = Math.cos(lat * RAD)
  return [around * Math.cos(lon * RAD), around * Math.sin(lon * RAD), Math.sin(lat * RAD)]
}

function nearestTown(towns: Town[], lat: number, lon: number): Town | undefined {
  let best: Town | undefined
  let bestKm = Number.POSITIVE_INFINITY
  for (const town of towns) {
    const km = distanceKm({ lat, lon }, { lat: town.latitude, lon: town.longitude })
    if (km < bestKm) {
      best = town
      bestKm = km
    }
  }
  return best
}
