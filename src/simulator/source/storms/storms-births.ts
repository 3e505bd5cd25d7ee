import { LRUCache } from 'lru-cache'
import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import { wrapLon } from '../../../core/geo/geo.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { type Random, seededRandom } from '../../../core/util/random.ts'
import type { WorldPart } from '../scenarios/scenarios.ts'
import { type BirthRegion, diurnalFactor, seasonFactor } from '../scenarios/scenarios-regions.ts'
import { degreesFor, LIFE_SHAPE_MEAN, lifeShape, offset } from './storms-cell.ts'
import { between, gaussian, logNormal, poisson, weighted } from './storms-random.ts'

/** A cell's life; its position and strength follow from the time alone. */
export interface BornCell {
  id: string
  bornMs: number
  diesMs: number
  lat: number
  lon: number
  latPerMs: number
  lonPerMs: number
  headingDeg: number
  speedKmh: number
  sigmaKm: number
  /** Its rate at its peak, relative to the other cells of its part. */
  weight: number
  shape(x: number): number
  positiveShare: number
  sparse: boolean
}

export interface Nursery {
  /** Every cell that lives at some time of a minute (counted from 1970), in an order that never changes. */
  aliveIn(minute: number): BornCell[]
  /** Average of the sum of weights times shapes over all cells. */
  readonly expectedWeight: number
}

const SLOT_MS = 30 * MINUTE_MS
const { cell, flash } = stormParams

interface Kind {
  name: string
  livesMin: [number, number]
  /** Number of concurrent cells (or systems). */
  alive(part: WorldPart): number
  /** Average contribution of a cell to the weight of its part, over its life. */
  meanWeight: number
  birth(random: Random, part: WorldPart, id: string, bornMs: number): BornCell[]
}

// p50, p90 and p99 of the rates lie on this log-normal.
const { p50: RATE_P50, p90: RATE_P90, p99: RATE_P99 } = cell.flash_rate_per_min
const RATE_SIGMA_LN = Math.log(RATE_P90 / RATE_P50) / 1.2816
const RATE_MAX = 2 * RATE_P99
const RATE_MEAN = RATE_P50 * Math.exp(RATE_SIGMA_LN ** 2 / 2)
const MULTICELL_FACTOR = 2.5
/** A large system against an ordinary cell, by their ground flashes: about 41 and 0.5 a minute. */
const SYSTEM_WEIGHT = 60
const SYSTEM_CELLS = 8
const SYSTEM_POSITIVE = flash.positive_share_mcs / flash.positive_share

const KINDS: Kind[] = [
  {
    name: 'ordinary',
    livesMin: cell.lifetime_min.ordinary as [number, number],
    alive: (part) => part.cells * 0.7,
    meanWeight: RATE_MEAN * LIFE_SHAPE_MEAN,
    birth: (random, part, id, bornMs) => [single(random, part, id, bornMs, 'ordinary', 1)],
  },
  {
    name: 'multicell',
    livesMin: cell.lifetime_min.multicell as [number, number],
    alive: (part) => part.cells * 0.3,
    meanWeight: RATE_MEAN * MULTICELL_FACTOR * LIFE_SHAPE_MEAN,
    birth: (random, part, id, bornMs) => [single(random, part, id, bornMs, 'multicell', MULTICELL_FACTOR)],
  },
  {
    name: 'mcs',
    livesMin: cell.lifetime_min.mcs as [number, number],
    alive: (part) => part.systems,
    meanWeight: SYSTEM_WEIGHT / 2, // the mean of systemShape
    birth: system,
  },
]

/**
 * Cells of a region, formed in slots of half an hour: the cells of a slot depend on seed and slot only, so that any
 * time can be computed without earlier ones.
 */
export function createNursery(seed: number, part: WorldPart): Nursery {
  const slots = new LRUCache<string, BornCell[]>({ max: 600 })
  const minutes = new LRUCache<number, BornCell[]>({ max: 64 })

  function bornIn(kind: Kind, slot: number): BornCell[] {
    return heldOrMade(slots, `${kind.name}-${slot}`, () => births(seed, part, kind, slot))
  }

  function findAlive(minute: number): BornCell[] {
    const fromMs = minute * MINUTE_MS
    const alive: BornCell[] = []
    for (const kind of KINDS) {
      const last = Math.floor(fromMs / SLOT_MS)
      const first = Math.floor((fromMs - kind.livesMin[1] * MINUTE_MS) / SLOT_MS)
      for (let slot = first; slot <= last; slot++) {
        for (const one of bornIn(kind, slot)) {
          if (one.bornMs < fromMs + MINUTE_MS && one.diesMs > fromMs) alive.push(one)
        }
      }
    }
    return alive
  }

  const expectedWeight = KINDS.reduce((sum, kind) => sum + kind.alive(part) * kind.meanWeight, 0)
  return { aliveIn: (minute) => heldOrMade(minutes, minute, () => findAlive(minute)), expectedWeight }
}

function births(seed: number, part: WorldPart, kind: Kind, slot: number): BornCell[] {
  const random = seededRandom(`${seed}.births.${part.name}.${kind.name}.${slot}`)
  const [shortest, longest] = kind.livesMin
  const perSlot = (kind.alive(part) * SLOT_MS) / (((shortest + longest) / 2) * MINUTE_MS)
  const count = poisson(random, perSlot)
  const born: BornCell[] = []
  for (let i = 0; i < count; i++) {
    const bornMs = (slot + random()) * SLOT_MS
    born.push(...kind.birth(random, part, `${part.name}-${kind.name}-${slot}-${i}`, bornMs))
  }
  return born
}

function regionFor(random: Random, part: WorldPart, ms: number): BirthRegion {
  const weights = part.regions.map((region) => {
    const middleLon = (region.west + region.east) / 2
    const season = seasonFactor(part.season, (region.south + region.north) / 2)
    return region.weight * diurnalFactor(ms, middleLon, region.sea) * season
  })
  return part.regions[weighted(random, weights)]!
}

function single(
  random: Random,
  part: WorldPart,
  id: string,
  bornMs: number,
  kind: 'ordinary' | 'multicell',
  factor: number,
): BornCell {
  const region = regionFor(random, part, bornMs)
  const [sigmaMin, sigmaMax] = cell.core_sigma_km[kind] as [number, number]
  const [slowest, fastest] = cell.speed_kmh.ordinary as [number, number]
  const [shortest, longest] = cell.lifetime_min[kind] as [number, number]
  return moving({
    id,
    bornMs,
    diesMs: bornMs + between(random, shortest, longest) * MINUTE_MS,
    lat: between(random, region.south, region.north),
    lon: between(random, region.west, region.east),
    headingDeg: (region.headingDeg + 30 * gaussian(random) + 720) % 360,
    speedKmh: between(random, slowest, fastest),
    sigmaKm: between(random, sigmaMin, sigmaMax),
    weight: factor * logNormal(random, RATE_P50, RATE_SIGMA_LN, 0.1, RATE_MAX),
    shape: lifeShape,
    positiveShare: part.positiveShare,
    sparse: region.sparse,
  })
}

/** A line of cells that grow, move and die together over hours. */
function system(random: Random, part: WorldPart, id: string, bornMs: number): BornCell[] {
  const region = regionFor(random, part, bornMs)
  const [longestMin, longestMax] = cell.core_sigma_km.mcs_line_length_km as [number, number]
  const [widthMin, widthMax] = cell.core_sigma_km.mcs_line_width_km as [number, number]
  const [slowest, fastest] = cell.speed_kmh.squall as [number, number]
  const [shortest, longest] = cell.lifetime_min.mcs as [number, number]
  const lat = between(random, region.south, region.north)
  const lon = between(random, region.west, region.east)
  const headingDeg = (region.headingDeg + 25 * gaussian(random) + 720) % 360
  const speedKmh = between(random, slowest, fastest) * 0.7 // long-lived systems are slower than a squall at its best
  const lengthKm = between(random, longestMin, longestMax)
  const widthKm = between(random, widthMin, widthMax)
  const diesMs = bornMs + between(random, shortest, longest) * MINUTE_MS
  return Array.from({ length: SYSTEM_CELLS }, (_, i) => {
    const along = lengthKm * ((i + 0.5) / SYSTEM_CELLS - 0.5)
    const place = offset(lat, lon, headingDeg + 90, along)
    const ahead = offset(place.lat, place.lon, headingDeg, (gaussian(random) * widthKm) / 4)
    return moving({
      id: `${id}-${i}`,
      bornMs,
      diesMs,
      ...ahead,
      headingDeg,
      speedKmh,
      sigmaKm: widthKm / 4,
      weight: (SYSTEM_WEIGHT / SYSTEM_CELLS) * logNormal(random, 0.9, 0.45, 0.2, 3),
      shape: systemShape,
      positiveShare: part.positiveShare * SYSTEM_POSITIVE,
      sparse: region.sparse,
    })
  })
}

/** A system's cells are replaced as they die: as a whole it rises and falls slowly. */
function systemShape(x: number): number {
  return x <= 0 || x >= 1 ? 0 : Math.sin(Math.PI * x) ** 2
}

function moving(still: Omit<BornCell, 'latPerMs' | 'lonPerMs'>): BornCell {
  const { dLat, dLon } = degreesFor(still.lat, still.headingDeg, still.speedKmh / HOUR_MS)
  return { ...still, lon: wrapLon(still.lon), latPerMs: dLat, lonPerMs: dLon }
}
