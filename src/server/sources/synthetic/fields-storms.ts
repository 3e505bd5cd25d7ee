import { LRUCache } from 'lru-cache'
import { bearingDeg, distanceKm } from '../../../core/geo.ts'
import type { StormCell, StormField } from './storm-field.ts'

/** Storms are looked at on this grid of time, so that every report and observation of five minutes shares one look. */
export const STORM_SLOT_MS = 5 * 60_000
const SLOTS_KEPT = 400
/** Beyond this, plus the size of the cell, a storm is not felt. */
const REACH_KM = 60
/** The most that outflow adds to the wind. */
const OUTFLOW_MAX_MPS = 13
const KM_PER_DEG = 111.2
const RAD = Math.PI / 180
const SQUARE_DEG = 2
const SQUARE_COLUMNS = 360 / SQUARE_DEG

/** What the storms do to one place. */
export interface StormEffect {
  /** From the place to the edge of the nearest storm that makes lightning; infinite where none is near. */
  thunderKm: number
  /** 0 to 1: how much of a rain core lies overhead. */
  core: number
  /** 0 to 1: the cool outflow, wider than the core. */
  outflow: number
  /** The wind the outflow adds, towards east and towards north. */
  eastMps: number
  northMps: number
}

export const NO_STORM: StormEffect = {
  thunderKm: Number.POSITIVE_INFINITY,
  core: 0,
  outflow: 0,
  eastMps: 0,
  northMps: 0,
}

interface PackedCell {
  lat: number
  lon: number
  sigmaKm: number
  intensity: number
  headingDeg: number
  speedMps: number
}

/** The cells that can be felt in each square of the earth. */
type Look = Map<number, PackedCell[]>

export interface StormEffects {
  at(lat: number, lon: number, ms: number): StormEffect
}

/** Feels the storms of the field at a place; it keeps a bounded number of looks at them. */
export function createStormEffects(storms: StormField): StormEffects {
  const looks = new LRUCache<number, Look>({ max: SLOTS_KEPT })

  function lookAt(ms: number): Look {
    const slot = Math.floor(ms / STORM_SLOT_MS)
    let look = looks.get(slot)
    if (!look) {
      look = index(storms.cellsAt(slot * STORM_SLOT_MS))
      looks.set(slot, look)
    }
    return look
  }

  function at(lat: number, lon: number, ms: number): StormEffect {
    let thunderKm = Number.POSITIVE_INFINITY
    let dry = 1
    let still = 1
    let eastMps = 0
    let northMps = 0
    const near = lookAt(ms).get(squareOf(lat, lon))
    if (!near) return NO_STORM
    for (const cell of near) {
      const far = distanceKm(cell, { lat, lon })
      if (far > REACH_KM + cell.sigmaKm) continue
      thunderKm = Math.min(thunderKm, Math.max(0, far - cell.sigmaKm))
      const strength = Math.min(1, cell.intensity) ** 0.6
      const radiusKm = Math.max(5, 1.8 * cell.sigmaKm)
      const core = strength * Math.exp(-((far / radiusKm) ** 2))
      const outflow = strength * Math.exp(-((far / (2 * radiusKm + 4)) ** 2))
      dry *= 1 - core
      still *= 1 - outflow
      // Air pours out of the storm on all sides and is carried along by its motion.
      const away = bearingDeg(cell, { lat, lon }) * RAD
      const along = cell.headingDeg * RAD
      const push = outflow * 5 * Math.min(1, far / 3)
      const carry = outflow * (2 + 0.3 * cell.speedMps)
      eastMps += Math.sin(away) * push + Math.sin(along) * carry
      northMps += Math.cos(away) * push + Math.cos(along) * carry
    }
    if (thunderKm === Number.POSITIVE_INFINITY) return NO_STORM
    // Several storms together don't blow harder than one violent one.
    const blow = Math.hypot(eastMps, northMps)
    const share = blow > 0 ? (OUTFLOW_MAX_MPS * Math.tanh(blow / OUTFLOW_MAX_MPS)) / blow : 0
    return { thunderKm, core: 1 - dry, outflow: 1 - still, eastMps: eastMps * share, northMps: northMps * share }
  }

  return { at }
}

function index(cells: StormCell[]): Look {
  const look: Look = new Map()
  for (const { lat, lon, sigmaKm, intensity, headingDeg, speedKmh, strokesPerSecond } of cells) {
    if (intensity <= 0.02 && strokesPerSecond <= 0.002) continue
    const cell = { lat, lon, sigmaKm, intensity, headingDeg, speedMps: speedKmh / 3.6 }
    const dLat = (REACH_KM + sigmaKm) / KM_PER_DEG
    const dLon = dLat / Math.max(0.1, Math.cos(lat * RAD))
    for (let row = squareIndex(lat - dLat); row <= squareIndex(lat + dLat); row++) {
      for (let column = squareIndex(lon - dLon); column <= squareIndex(lon + dLon); column++) {
        const key = squareKey(row, column)
        const there = look.get(key)
        if (there) there.push(cell)
        else look.set(key, [cell])
      }
    }
  }
  return look
}

function squareOf(lat: number, lon: number): number {
  return squareKey(squareIndex(lat), squareIndex(lon))
}

function squareIndex(degrees: number): number {
  return Math.floor(degrees / SQUARE_DEG)
}

function squareKey(row: number, column: number): number {
  return row * SQUARE_COLUMNS + (((column % SQUARE_COLUMNS) + SQUARE_COLUMNS) % SQUARE_COLUMNS)
}

/** The effect of a storm of which only `share` is believed, as in a forecast. */
export function weaken(effect: StormEffect, share: number): StormEffect {
  if (share >= 1) return effect
  return {
    thunderKm: share > 0.5 ? effect.thunderKm : Number.POSITIVE_INFINITY,
    core: effect.core * share,
    outflow: effect.outflow * share,
    eastMps: effect.eastMps * share,
    northMps: effect.northMps * share,
  }
}
