import TOWN_ROWS from '../../../data/towns.json' with { type: 'json' }
import type { LatLon } from './geo.ts'

/** A town of the world by its two names. */
export interface Town extends LatLon {
  en: string
  zh: string
}

/** The larger towns of the world, by which one tells where something is. */
export const TOWNS: readonly Town[] = (TOWN_ROWS as [string, string, number, number][]).map(([en, zh, lat, lon]) => ({
  en,
  zh,
  lat,
  lon,
}))
