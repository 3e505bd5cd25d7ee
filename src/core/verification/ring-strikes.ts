import { ringReach } from '../airports/location-error.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import { cellOf, cellsAround } from '../nowcast/degree-cells.ts'
import type { Place } from '../places/place.ts'
import { type PlaceShape, shapeOf } from '../places/place-shape.ts'
import { heldOrMade } from '../util/held-or-made.ts'

interface Struck {
  place: Place
  shape: PlaceShape
  /** How far from the place what counts as in each ring may lie. */
  countsKm: readonly number[]
  /** No strike of a ring is farther from the middle than this. */
  reachKm: number
  cosLat: number
  /** Of each ring, Unix ms, in the order in which strikes were added until somebody asks. */
  times: number[][]
}

/** So far apart the sine of half the difference is no less than 0.9 of the half; the Earth's curve makes it a little less. */
const LON_DEG_MAX = 90
const SHORTER = 0.89
const SPARE_KM = 1

/** When which ring of which place was struck; by strikes that are located to `errorKm`, what may lie in a ring counts as in it. */
export class RingStrikes {
  readonly #places: Struck[]
  readonly #byId: Map<string, Struck>
  readonly #cells = new Map<number, Struck[]>()
  #isInOrder = true

  constructor(places: readonly Place[], errorKm = 0) {
    this.#places = places.map((place) => {
      const shape = shapeOf(place.geometry)
      const countsKm = place.ringsKm.map((km) => ringReach(km, errorKm).perhapsKm)
      return {
        ...{ place, shape, countsKm, times: place.ringsKm.map(() => []) },
        reachKm: countsKm.at(-1)! + shape.reachKm + SPARE_KM,
        cosLat: Math.cos(shape.middle.lat * RAD),
      }
    })
    this.#byId = new Map(this.#places.map((each) => [each.place.id, each]))
    for (const each of this.#places) {
      const cells = cellsAround(each.shape, each.countsKm.at(-1)!)
      for (const cell of cells) heldOrMade(this.#cells, cell, () => []).push(each)
    }
  }

  add(timeMs: number, lat: number, lon: number): void {
    const cos = Math.cos(lat * RAD)
    for (const { shape, countsKm, times, reachKm, cosLat } of this.#cells.get(cellOf({ lat, lon })) ?? []) {
      const lonDeg = Math.abs(lon - shape.middle.lon)
      // Most are too far west or east; what that says near a pole or beyond the antimeridian is left to the distance.
      if (lonDeg < LON_DEG_MAX && SHORTER * lonDeg * KM_PER_DEG * Math.min(cos, cosLat) > reachKm) continue
      const km = shape.kmFrom({ lat, lon }, countsKm.at(-1)!)
      countsKm.forEach((withinKm, i) => {
        if (km <= withinKm) times[i]!.push(timeMs)
      })
    }
    this.#isInOrder = false
  }

  /** The times of a ring in order; none where it is not guarded. */
  of(id: string, ringKm: number): readonly number[] {
    this.#sort()
    const found = this.#byId.get(id)
    return found?.times[found.place.ringsKm.indexOf(ringKm)] ?? []
  }

  /** The rings that were struck. */
  struck(): { id: string; km: number; times: readonly number[] }[] {
    this.#sort()
    return this.#places.flatMap(({ place, times }) =>
      place.ringsKm.flatMap((km, i) => (times[i]!.length > 0 ? [{ id: place.id, km, times: times[i]! }] : [])),
    )
  }

  #sort(): void {
    if (this.#isInOrder) return
    for (const { times } of this.#places) for (const each of times) each.sort((a, b) => a - b)
    this.#isInOrder = true
  }
}

/** The index of the first of sorted times that is not before a moment. */
export function firstFrom(times: readonly number[], ms: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < ms) low = middle + 1
    else high = middle
  }
  return low
}
