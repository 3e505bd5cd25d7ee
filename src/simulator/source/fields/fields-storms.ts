import { LRUCache } from 'lru-cache'
import { bearingDeg, distanceKm, RAD } from '../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { firstIndex } from '../../../core/util/first-index.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { StormCell, StormField } from '../storms/storm-field.ts'

/** Storms are sampled on this time grid, so that all reports and observations within five minutes share a sample. */
const STORM_SLOT_MS = 5 * MINUTE_MS
const LOOKS_KEPT = 340
/** Beyond this, plus the size of the cell, a storm has no effect. */
const REACH_KM = 60
/** The most that outflow adds to the wind. */
const OUTFLOW_MAX_MPS = 13
const KM_PER_DEG = 111.2
const POLAR_LAT = 85
/** The rain behind a core falls to a third in this time, and to zero after an hour. */
const WAKE_MS = 25 * MINUTE_MS
const WAKE_END_MS = 60 * MINUTE_MS

export interface StormEffect {
  /** Distance to the edge of the nearest storm with lightning; infinite without one. */
  thunderKm: number
  /** 0 to 1: overhead share of a rain core. */
  core: number
  /** 0 to 1: effect of a rain core that has passed, decreasing with time. */
  wake: number
  /** 0 to 1: the cool outflow, wider than the core. */
  outflow: number
  /** The wind the outflow adds, towards east and towards north. */
  eastMps: number
  northMps: number
}

export const NO_STORM: StormEffect = {
  thunderKm: Number.POSITIVE_INFINITY,
  core: 0,
  wake: 0,
  outflow: 0,
  eastMps: 0,
  northMps: 0,
}

/** The cells at a time from south to north, in a flat array: hundreds of samples are cached or skipped. */
interface Look {
  cells: Float64Array
  largestSigmaKm: number
}
const FIELDS = 6

/** Effects of the storm field at places, with a bounded cache of samples. */
export function createStormEffects(storms: StormField) {
  const looks = new LRUCache<number, Look>({ max: LOOKS_KEPT })

  function lookAt(ms: number): Look {
    const slot = Math.floor(ms / STORM_SLOT_MS)
    return heldOrMade(looks, slot, () => pack(storms.cellsAt(slot * STORM_SLOT_MS)))
  }

  function at(lat: number, lon: number, ms: number): StormEffect {
    const now = atThatTime(lat, lon, ms)
    let wake = 0
    for (let agoMs = STORM_SLOT_MS; agoMs <= WAKE_END_MS; agoMs += STORM_SLOT_MS) {
      wake = Math.max(wake, atThatTime(lat, lon, ms - agoMs).core * Math.exp(-agoMs / WAKE_MS))
    }
    return wake === 0 ? now : { ...now, wake }
  }

  function atThatTime(lat: number, lon: number, ms: number): StormEffect {
    const { cells, largestSigmaKm } = lookAt(ms)
    const reachDeg = (REACH_KM + largestSigmaKm) / KM_PER_DEG
    const reachLonDeg = lonReachDeg(lat, reachDeg)
    let thunderKm = Number.POSITIVE_INFINITY
    let dry = 1
    let still = 1
    let eastMps = 0
    let northMps = 0
    for (let i = firstFrom(cells, lat - reachDeg); i < cells.length && cells[i]! <= lat + reachDeg; i += FIELDS) {
      if (apartDeg(cells[i + 1]!, lon) > reachLonDeg) continue // most are: a distance costs more
      const cell = { lat: cells[i]!, lon: cells[i + 1]! }
      const sigmaKm = cells[i + 2]!
      const far = distanceKm(cell, { lat, lon })
      if (far > REACH_KM + sigmaKm) continue
      thunderKm = Math.min(thunderKm, Math.max(0, far - sigmaKm))
      const strength = cells[i + 3]! ** 0.6
      const radiusKm = Math.max(5, 1.8 * sigmaKm)
      const core = strength * Math.exp(-((far / radiusKm) ** 2))
      const outflow = strength * Math.exp(-((far / (2 * radiusKm + 4)) ** 2))
      dry *= 1 - core
      still *= 1 - outflow
      // Air pours out of the storm on all sides and is carried along by its motion.
      const away = bearingDeg(cell, { lat, lon }) * RAD
      const along = cells[i + 4]! * RAD
      const push = outflow * 5 * Math.min(1, far / 3)
      const carry = outflow * (2 + 0.3 * cells[i + 5]!)
      eastMps += Math.sin(away) * push + Math.sin(along) * carry
      northMps += Math.cos(away) * push + Math.cos(along) * carry
    }
    if (thunderKm === Number.POSITIVE_INFINITY) return NO_STORM
    // Several storms together don't blow harder than one violent one.
    const blow = Math.hypot(eastMps, northMps)
    const share = blow > 0 ? (OUTFLOW_MAX_MPS * Math.tanh(blow / OUTFLOW_MAX_MPS)) / blow : 0
    return {
      thunderKm,
      core: 1 - dry,
      wake: 0,
      outflow: 1 - still,
      eastMps: eastMps * share,
      northMps: northMps * share,
    }
  }

  /** Like `at`, without the effect of storms that have passed. */
  function thunderKm(lat: number, lon: number, ms: number): number {
    return atThatTime(lat, lon, ms).thunderKm
  }

  return { at, thunderKm }
}

/** No place within reach is further away in longitude. */
function lonReachDeg(lat: number, reachDeg: number): number {
  const furthestLat = Math.abs(lat) + reachDeg
  return furthestLat < POLAR_LAT ? (1.01 * reachDeg) / Math.cos(furthestLat * RAD) : 360
}

function apartDeg(lonA: number, lonB: number): number {
  const deg = Math.abs(lonA - lonB)
  return deg > 180 ? 360 - deg : deg
}

function pack(found: StormCell[]): Look {
  const electric = found
    .filter((cell) => cell.intensity > 0.02 || cell.strokesPerSecond > 0.002)
    .sort((a, b) => a.lat - b.lat)
  const cells = new Float64Array(electric.length * FIELDS)
  let largestSigmaKm = 0
  electric.forEach((cell, i) => {
    const { lat, lon, sigmaKm, headingDeg, speedKmh } = cell
    cells.set([lat, lon, sigmaKm, Math.min(1, cell.intensity), headingDeg, speedKmh / 3.6], i * FIELDS)
    largestSigmaKm = Math.max(largestSigmaKm, sigmaKm)
  })
  return { cells, largestSigmaKm }
}

/** Index of the first cell at or north of `lat`. */
function firstFrom(cells: Float64Array, lat: number): number {
  return FIELDS * firstIndex(cells.length / FIELDS, (index) => cells[index * FIELDS]! >= lat)
}

/** The effect of a storm at a given probability `share`, as in a forecast. */
export function weaken(effect: StormEffect, share: number): StormEffect {
  if (share >= 1) return effect
  return {
    thunderKm: share > 0.5 ? effect.thunderKm : Number.POSITIVE_INFINITY,
    core: effect.core * share,
    wake: effect.wake * share,
    outflow: effect.outflow * share,
    eastMps: effect.eastMps * share,
    northMps: effect.northMps * share,
  }
}
