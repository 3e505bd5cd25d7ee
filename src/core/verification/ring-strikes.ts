import { ringReach } from '../airports/location-error.ts'
import { KM_PER_DEG, RAD } from '../geo/geo.ts'
import { cellOf, cellsAround } from '../nowcast/degree-cells.ts'
import type { Place } from '../places/place.ts'
import { type PlaceShape, shapeOf } from '../places/place-shape.ts'
import { firstIndex } from '../util/first-index.ts'
import { heldOrMade } from '../util/held-or-made.ts'

interface Struck {
  place: Place
  shape: PlaceShape
  /** Counting distance per ring, including the location accuracy. */
  countsKm: readonly number[]
  /** Maximum distance of a strike in any ring. */
  reachKm: number
  cosLat: number
  /** Per ring, Unix ms, unsorted until first read. */
  times: number[][]
}

/**
 * Up to this difference the sine of half of it is at least 0.9 of the half; the Earth's curvature reduces it slightly.
 */
const LON_DEG_MAX = 90
const SHORTER = 0.89
const SPARE_KM = 1

/** Strike times by place and ring; with a location accuracy of `errorKm`, a strike that may be in a ring counts. */
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
        place,
        shape,
        countsKm,
        times: place.ringsKm.map(() => []),
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
      // Quick rejection by longitude; near a pole or beyond the antimeridian the distance decides.
      if (lonDeg < LON_DEG_MAX && SHORTER * lonDeg * KM_PER_DEG * Math.min(cos, cosLat) > reachKm) continue
      const km = shape.kmFrom({ lat, lon }, countsKm.at(-1)!)
      countsKm.forEach((withinKm, i) => {
        if (km <= withinKm) times[i]!.push(timeMs)
      })
    }
    this.#isInOrder = false
  }

  /** Sorted times of a ring; empty if it is not monitored. */
  of(id: string, ringKm: number): readonly number[] {
    this.#sort()
    const found = this.#byId.get(id)
    return found?.times[found.place.ringsKm.indexOf(ringKm)] ?? []
  }

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

/** Index of the first of sorted times at or after a time. */
export function firstFrom(times: readonly number[], ms: number): number {
  return firstIndex(times.length, (index) => times[index]! >= ms)
}
