import { FIRE_WINDOW_MS } from '../../../contract/limits.ts'
import type { Hotspot } from '../../../contract/standard.ts'
import { formatUtc } from '../../../contract/time.ts'
import { distanceKm, wrapLon } from '../../../core/geo/geo.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { modulo } from '../../../core/util/modulo.ts'
import type { Fields } from '../fields/fields.ts'
import { aridityAt } from '../fields/fields-climate.ts'
import { draw, mix } from '../fields/fields-noise.ts'
import { clusterPixels, FIRE_KINDS, type FireKind, fireChance } from './fires-regimes.ts'

/** Places this wide apart see the satellite on the same orbit, so at nearly the same minute. */
const SWATH_DEG = 24

/** Along its track a satellite covers a degree in about this time. */
const MS_PER_DEG = 16_500

/** The satellites, each crossing twice a day at about the same local solar time. */
const PASSES: { satellite: string; solarHour: number; northbound: boolean; sees: number }[] = [
  { satellite: 'N', solarHour: 1.4, northbound: false, sees: 0.3 },
  { satellite: 'T', solarHour: 10.5, northbound: false, sees: 0.35 },
  { satellite: '1', solarHour: 12.6, northbound: true, sees: 0.6 },
  { satellite: 'N', solarHour: 13.5, northbound: true, sees: 0.75 },
  { satellite: 'T', solarHour: 22.5, northbound: true, sees: 0.2 },
]

interface Overpass {
  /** Unique among the passes over a place. */
  key: string
  satellite: string
  acquiredMs: number
  /** When its detections become available. */
  knownMs: number
  /** Share of the burning pixels it sees. */
  sees: number
}

const KM_PER_DEG = 111.2
/** Centres of pixels wander by this much between passes. */
const PIXEL_DEG = 0.003

interface FireAnswer {
  count: number
  items: Hotspot[]
  time_window: { start: string; end: string }
}

export interface FireWorld {
  inBox(south: number, west: number, north: number, east: number, ms: number): FireAnswer
  nearby(lat: number, lon: number, radiusKm: number, ms: number): FireAnswer
}

/** A group of burning pixels during its period. */
interface Cluster {
  id: number
  kind: FireKind
  lat: number
  lon: number
  angle: number
  startMs: number
  endMs: number
  pixels: number
}

interface World {
  seed: number
  fields: Fields
}

/**
 * The fires of the synthetic world as satellites detect them: reported 2 to 3 hours after the pass, expired after 24.
 */
export function createFireWorld(seed: number, fields: Fields): FireWorld {
  const world = { seed, fields }

  function within(south: number, west: number, north: number, east: number, ms: number): Hotspot[] {
    const found: Hotspot[] = []
    // A cluster may extend beyond its cell, so neighbours are included.
    for (let row = Math.max(-60, Math.floor(south) - 1); row <= Math.min(71, Math.floor(north) + 1); row++) {
      for (let column = Math.floor(west) - 1; column <= Math.floor(east) + 1; column++) {
        hotspotsOfCell(world, row, wrapLon(column), ms, found)
      }
    }
    return found
  }

  return {
    inBox(south, west, north, east, ms) {
      const whole = east - west >= 358
      const items = within(south, whole ? -179 : west, north, whole ? 178 : east, ms).filter(
        ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
      )
      return answer(items, ms)
    },
    nearby(lat, lon, radiusKm, ms) {
      const dLat = radiusKm / KM_PER_DEG
      const dLon = Math.min(179, dLat / Math.max(0.01, Math.cos((Math.min(89, Math.abs(lat) + dLat) * Math.PI) / 180)))
      const items = within(lat - dLat, lon - dLon, lat + dLat, lon + dLon, ms).filter(
        ({ latitude, longitude }) => distanceKm({ lat, lon }, { lat: latitude, lon: longitude }) <= radiusKm,
      )
      return answer(items, ms)
    },
  }
}

function hotspotsOfCell(world: World, row: number, column: number, ms: number, found: Hotspot[]): void {
  const { seed, fields } = world
  const lat = row + 0.5
  const lon = column + 0.5
  if (!hasLand(fields, lat, lon)) return
  const passes = overpasses(seed, lat, lon, ms - FIRE_WINDOW_MS, ms).filter((pass) => pass.knownMs <= ms)
  if (passes.length === 0) return
  for (const cluster of clustersOf(seed, row, column, ms)) {
    for (const pass of passes) {
      if (pass.acquiredMs >= cluster.startMs && pass.acquiredMs < cluster.endMs) detect(world, cluster, pass, found)
    }
  }
}

function hasLand(fields: Fields, lat: number, lon: number): boolean {
  return [-0.3, 0, 0.3].some((dLat) => [-0.3, 0, 0.3].some((dLon) => fields.landKind(lat + dLat, lon + dLon) > 0))
}

function clustersOf(seed: number, row: number, column: number, ms: number): Cluster[] {
  const aridity = aridityAt(row + 0.5, column + 0.5)
  const cell = (row + 90) * 360 + modulo(column + 180, 360)
  return FIRE_KINDS.flatMap((kind, k) => {
    const periodMs = kind.periodDays * DAY_MS
    const phaseMs = kind.periodDays === 1 ? 0 : Math.floor(draw(seed, 61 + k, cell) * periodMs)
    const last = Math.floor((ms + phaseMs) / periodMs)
    const first = Math.floor((ms - FIRE_WINDOW_MS + phaseMs) / periodMs)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((period) => {
      const startMs = period * periodMs - phaseMs
      const chance = fireChance(kind, row + 0.5, column + 0.5, new Date(startMs).getUTCMonth(), aridity)
      const dice = mix(seed, 71 + k, cell, period)
      if (draw(dice, 1) >= chance) return []
      return [
        {
          id: dice,
          kind,
          lat: row + draw(dice, 2),
          lon: column + draw(dice, 3),
          angle: draw(dice, 4) * Math.PI,
          startMs,
          endMs: startMs + periodMs,
          pixels: clusterPixels(kind, dice, 5),
        },
      ]
    })
  })
}

function detect({ seed, fields }: World, cluster: Cluster, pass: Overpass, found: Hotspot[]): void {
  const age = (pass.acquiredMs - cluster.startMs) / (cluster.endMs - cluster.startMs)
  const grown = cluster.kind.periodDays === 1 ? 1 : Math.sin(Math.PI * Math.min(1, age * 0.9 + 0.08))
  const passSalt = mix(seed, Math.floor(pass.acquiredMs / DAY_MS), pass.satellite.charCodeAt(0), age * 1e6)
  const burning = Math.ceil(cluster.pixels * grown)
  for (let pixel = 0; pixel < burning; pixel++) {
    if (draw(cluster.id, 81, pixel, passSalt) >= pass.sees) continue
    const { lat, lon } = pixelPlace(cluster, pixel, passSalt)
    if (fields.landKind(lat, lon) === 0) continue
    found.push({
      hotspot_id: `${pass.key}-${cluster.id.toString(36)}-${pixel}`,
      latitude: round5(lat),
      longitude: round5(wrapLon(lon)),
      acq_datetime: formatUtc(pass.acquiredMs),
    })
  }
}

function answer(items: Hotspot[], ms: number): FireAnswer {
  items.sort((a, b) => (a.acq_datetime < b.acq_datetime ? 1 : a.acq_datetime > b.acq_datetime ? -1 : 0))
  return {
    count: items.length,
    items,
    time_window: { start: formatUtc(ms - FIRE_WINDOW_MS), end: formatUtc(ms) },
  }
}

function pixelPlace(cluster: Cluster, pixel: number, passSalt: number): { lat: number; lon: number } {
  const { kind } = cluster
  const along = (draw(cluster.id, 82, pixel) + draw(cluster.id, 83, pixel) - 1) * kind.spreadDeg
  const across =
    kind.name === 'steppe'
      ? 0.08 * kind.spreadDeg * Math.sin(9 * along)
      : (draw(cluster.id, 84, pixel) + draw(cluster.id, 85, pixel) - 1) * kind.spreadDeg
  const shiftLat = (draw(cluster.id, 86, pixel, passSalt) - 0.5) * PIXEL_DEG
  const shiftLon = (draw(cluster.id, 87, pixel, passSalt) - 0.5) * PIXEL_DEG
  const widen = 1 / Math.max(0.2, Math.cos((cluster.lat * Math.PI) / 180))
  return {
    lat: cluster.lat + along * Math.sin(cluster.angle) + across * Math.cos(cluster.angle) + shiftLat,
    lon: cluster.lon + (along * Math.cos(cluster.angle) - across * Math.sin(cluster.angle) + shiftLon) * widen,
  }
}

function round5(value: number): number {
  return Math.round(value * 100_000) / 100_000
}

/** The passes over a place that were acquired in (fromMs, toMs]. */
function overpasses(seed: number, lat: number, lon: number, fromMs: number, toMs: number): Overpass[] {
  const found: Overpass[] = []
  const swath = Math.floor((lon + 180) / SWATH_DEG)
  const middleLon = (swath + 0.5) * SWATH_DEG - 180
  const firstDay = Math.floor((fromMs + (middleLon / 360) * DAY_MS) / DAY_MS) - 1
  const lastDay = Math.floor((toMs + (middleLon / 360) * DAY_MS) / DAY_MS) + 1
  for (let day = firstDay; day <= lastDay; day++) {
    PASSES.forEach(({ satellite, solarHour, northbound, sees }, pass) => {
      const salt = day * PASSES.length + pass
      const crossingMs = day * DAY_MS + (solarHour / 24 - middleLon / 360) * DAY_MS
      const driftMs = (draw(seed, 51, salt, swath) - 0.5) * 80 * MINUTE_MS
      const alongMs = lat * MS_PER_DEG * (northbound ? 1 : -1)
      const acquiredMs = Math.floor((crossingMs + driftMs + alongMs) / MINUTE_MS) * MINUTE_MS
      if (acquiredMs <= fromMs || acquiredMs > toMs) return
      const latencyMs = Math.round((115 + 65 * draw(seed, 52, salt, swath)) * MINUTE_MS)
      found.push({
        key: `${satellite}${day}${pass}`,
        satellite,
        acquiredMs,
        knownMs: acquiredMs + latencyMs,
        sees,
      })
    })
  }
  return found
}
