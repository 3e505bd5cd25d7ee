import type { LatLon } from '../../../core/geo/geo.ts'

export interface Earthquake extends LatLon {
  id: string
  /** Unix ms. */
  atMs: number
  depthKm: number
  magnitude: number
}

/** What our server last told. */
export interface EarthquakesKnown {
  asOfMs: number
  /** Newest first. */
  earthquakes: readonly Earthquake[]
}

/** Of the answer in the cache. */
export const EARTHQUAKES_KEY = ['earthquakes']
