import { LRUCache } from 'lru-cache'
import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import { destination, RAD } from '../../../core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { seededRandom } from '../../../core/util/random.ts'
import { type LiveCell, lifeShape } from '../storms/storms-cell.ts'
import { between, logNormal } from '../storms/storms-random.ts'
import { type Turn, turnsAt } from './scripted-series.ts'

/** The storm called `typhoon_bands`: from the Philippine Sea to the coast of Fujian in two days, and again. */
const TYPHOON = {
  start: { lat: 18.5, lon: 127 },
  headingDeg: 315,
  speedKmh: 20,
  everyMs: 48 * HOUR_MS,
  fadeMs: 6 * HOUR_MS,
  /** Where each spiral band begins; between them and in the eyewall there is almost no lightning. */
  bandsKm: [150, 350],
  /** Angle of a band around the centre, and its increase in width. */
  bandTurnsDeg: 240,
  bandWidening: 0.35,
  positiveShare: 0.11,
} as const
const CELLS = stormParams.scenarios.typhoon_bands.cells

interface BandCell {
  id: string
  bornMs: number
  livesMs: number
  radiusKm: number
  /** From the centre, at its birth. */
  bearingDeg: number
  speedKmh: number
  sigmaKm: number
  weight: number
}

/** The cells of a typhoon's bands at a time, a pure function; `strokesPerSecond` is their total rate. */
export function createTyphoon(deps: { seed: number; strokesPerSecond: number }): (ms: number) => LiveCell[] {
  const generations = new LRUCache<string, BandCell>({ max: 4 * CELLS })

  /** Each of the places for a cell is taken by one after the other. */
  function cellOf(place: number, ms: number): BandCell {
    const livesMs = (40 + ((place * 7) % 50)) * MINUTE_MS
    const lateMs = (place / CELLS) * livesMs * 7.3
    const generation = Math.floor((ms - lateMs) / livesMs)
    const id = `${place}-${generation}`
    const bornMs = generation * livesMs + lateMs
    return heldOrMade(generations, id, () => bandCell(deps.seed, id, place, bornMs, livesMs))
  }

  function bandsAt(ms: number, turn: Turn): LiveCell[] {
    const centre = destination(TYPHOON.start, TYPHOON.headingDeg, (TYPHOON.speedKmh * turn.sinceMs) / HOUR_MS)
    const cells = Array.from({ length: CELLS }, (_, place) => cellOf(place, ms))
    const shapes = cells.map((cell) => lifeShape((ms - cell.bornMs) / cell.livesMs))
    const sum = cells.reduce((total, cell, i) => total + cell.weight * shapes[i]!, 0)
    const perWeight = (deps.strokesPerSecond * turn.strength) / sum
    return cells.map((cell, i) => {
      const hours = (ms - cell.bornMs) / HOUR_MS
      // Cyclonic: against the clock on this half of the globe.
      const bearing = cell.bearingDeg - (cell.speedKmh * hours) / cell.radiusKm / RAD
      return {
        id: `typhoon-${turn.index}-${cell.id}`,
        ...destination(centre, bearing, cell.radiusKm),
        sigmaKm: cell.sigmaKm,
        intensity: shapes[i]! * turn.strength,
        headingDeg: (bearing - 90 + 720) % 360,
        speedKmh: cell.speedKmh,
        strokesPerSecond: cell.weight * shapes[i]! * perWeight,
        positiveShare: TYPHOON.positiveShare,
        sparse: true,
      }
    })
  }

  return (ms) => turnsAt(ms, TYPHOON.everyMs, TYPHOON.fadeMs).flatMap((turn) => bandsAt(ms, turn))
}

function bandCell(seed: number, id: string, place: number, bornMs: number, livesMs: number): BandCell {
  const random = seededRandom(`${seed}.typhoon.${id}`)
  const [slowest, fastest] = stormParams.cell.speed_kmh.typhoon_band as [number, number]
  const band = place % 3 === 0 ? 0 : 1 // the outer band is the longer one
  const along = random()
  return {
    id,
    bornMs,
    livesMs,
    radiusKm: TYPHOON.bandsKm[band]! * (1 + TYPHOON.bandWidening * along) * between(random, 0.94, 1.06),
    bearingDeg: band * 140 + TYPHOON.bandTurnsDeg * along,
    speedKmh: between(random, slowest, fastest),
    sigmaKm: between(random, 3, 7),
    weight: logNormal(random, 1, 0.8, 0.1, 8),
  }
}
