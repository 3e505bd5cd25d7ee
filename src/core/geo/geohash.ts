import type { LatLon } from './geo.ts'

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz'

/** Geohash of a place: with five letters a cell of some 5 km. */
export function geohashOf({ lat, lon }: LatLon, letters: number): string {
  const range = { lon: [-180, 180], lat: [-90, 90] } as { lon: [number, number]; lat: [number, number] }
  let hash = ''
  for (let letter = 0, bit = 0; letter < letters; letter++) {
    let index = 0
    for (const end = bit + 5; bit < end; bit++) {
      const [side, value] = bit % 2 === 0 ? [range.lon, lon] : [range.lat, lat]
      const middle = (side[0] + side[1]) / 2
      const isAbove = value >= middle
      side[isAbove ? 0 : 1] = middle
      index = index * 2 + Number(isAbove)
    }
    hash += LETTERS[index]
  }
  return hash
}
