import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import type { StrikeRecord } from '../../../contract/lightning.ts'
import type { Random } from '../../../core/util/random.ts'
import { offset } from './storms-cell.ts'
import { between, fromQuantiles, logNormal, weighted } from './storms-random.ts'
import { QUANTA_PER_SECOND, type Stroke, TIME_QUANTUM_NS } from './strokes.ts'

/** Polarity: as documented, or 0 for all as in every public live sample. */
export type PolarityMix = 'documented_like' | 'live_like'

export interface StoredStrike {
  storedMs: number
  record: StrikeRecord
}

const { record: params } = stormParams
const { alternative_solutions: alternative, exact_copies_other_region: copyShare } = params.records_per_physical_stroke
const { mds_ns: mds, mcg_deg: mcg, delay_s: delay } = params
const MDS = [
  [0, mds.min],
  [0.1, mds.p10],
  [0.5, mds.p50],
  [0.9, mds.p90],
  [1, mds.max],
] as const
const MCG = [
  [0, mcg.min],
  [0.1, mcg.p10],
  [0.5, mcg.p50],
  [0.9, mcg.p90],
  [1, mcg.max],
] as const
const DELAY_S = [
  [0, delay.min],
  [0.5, delay.p50],
  [0.95, delay.p95],
  [0.995, 14],
  [1, delay.max_tail],
] as const
/** No record but a deliberate straggler is stored later than this after its stroke. */
export const DELAY_MAX_MS = delay.max_tail * 1_000
const LOCATION_SIGMA_LN = 0.8
/** Alternative solutions lie at least this far apart in time. */
const ALTERNATIVE_MIN_US = 12
const QUANTA_PER_MS = QUANTA_PER_SECOND / 1_000
const QUANTA_PER_US = QUANTA_PER_MS / 1_000
const STATUSES = [params.status['0'], params.status['1'], params.status['2']]
const REGIONS = params.region.seen
const EXTENDED_SHARE = 0.2
const POLARITY_UNKNOWN = params.pol.documented_like['0']

/** The network's records of a stroke: its solution, possibly a copy, possibly alternative solutions. */
export function recordsOf(random: Random, stroke: Stroke, second: number, polarity: PolarityMix): StoredStrike[] {
  const pol = polarity === 'live_like' || random() < POLARITY_UNKNOWN ? 0 : stroke.polarity
  const extended = random() < EXTENDED_SHARE
  const { p50, min, max } = params.location_error_m
  const errorKm = logNormal(random, p50, LOCATION_SIGMA_LN, min, max) / 1_000
  const seen = offset(stroke.lat, stroke.lon, random() * 360, errorKm)
  const main = { quanta: stroke.quanta, ...seen, pol, sparse: stroke.sparse, extended, second }

  const records = [writeStrike(random, main)]
  if (random() < copyShare) records.push(copyOf(random, records[0]!, main))
  if (random() < alternative.p) {
    const [least, most] = alternative.n as [number, number]
    const [nearest, farthest] = alternative.offset_km as [number, number]
    const solutions = least + Math.floor(random() * (most - least + 1))
    for (let i = 1; i < solutions; i++) {
      const laterUs = between(random, ALTERNATIVE_MIN_US, alternative.dt_us_max)
      const quanta = stroke.quanta + Math.round(laterUs * QUANTA_PER_US)
      const farKm = nearest * (farthest / nearest) ** random() // as many within 8 km as beyond
      records.push(writeStrike(random, { ...main, quanta, ...offset(seen.lat, seen.lon, random() * 360, farKm) }))
    }
  }
  return records
}

export interface Solution {
  second: number
  quanta: number
  lat: number
  lon: number
  pol: number
  sparse: boolean
  extended: boolean
  /** For cases that are not random. */
  storedMs?: number
}

/** One solution as the service would write it. */
export function writeStrike(random: Random, solution: Solution): StoredStrike {
  const { second, quanta, sparse } = solution
  const [sparseMin, sparseMax] = mcg.outside_dense_network as [number, number]
  const storedMs = solution.storedMs ?? drawStoredMs(random, solution)
  const lat = roundTo(solution.lat, 1e6)
  const lon = roundTo(solution.lon, 1e6)
  const record: StrikeRecord = {
    time: BigInt(second) * 1_000_000_000n + BigInt(quanta * TIME_QUANTUM_NS),
    obser_datetime: isoWithQuanta(second, quanta),
    lat,
    lon,
    alt: params.alt_m,
    pol: solution.pol,
    mds: Math.round(fromQuantiles(random, MDS)),
    mcg: Math.round(sparse ? between(random, sparseMin, sparseMax) : fromQuantiles(random, MCG)),
    status: weighted(random, STATUSES),
    region: regionAt(lat, lon),
    arrived_at: isoWithMs(storedMs),
  }
  if (solution.extended) {
    record.delay = delayS(solution, storedMs)
    record.lonc = roundTo(lon, 1e3)
    record.latc = roundTo(lat, 1e3)
  }
  return { storedMs, record }
}

/** The same solution again, from another region of the network, with its own time. */
function copyOf(random: Random, { record }: StoredStrike, solution: Solution): StoredStrike {
  const storedMs = drawStoredMs(random, solution)
  const others = REGIONS.filter((region) => region !== record.region)
  const region = others[Math.floor(random() * others.length)]!
  const copy: StrikeRecord = { ...record, status: weighted(random, STATUSES), region, arrived_at: isoWithMs(storedMs) }
  if (solution.extended) copy.delay = delayS(solution, storedMs)
  return { storedMs, record: copy }
}

/** The same record, stored at another moment. */
export function storedAt(strike: StoredStrike, storedMs: number): StoredStrike {
  return { storedMs, record: { ...strike.record, arrived_at: isoWithMs(storedMs) } }
}

function strokeMs({ second, quanta }: Solution): number {
  return second * 1_000 + quanta / QUANTA_PER_MS
}

function drawStoredMs(random: Random, solution: Solution): number {
  return Math.ceil(strokeMs(solution) + fromQuantiles(random, DELAY_S) * 1_000)
}

function delayS(solution: Solution, storedMs: number): number {
  return roundTo((storedMs - strokeMs(solution)) / 1_000, 10)
}

/** The network's regions are large: one number over some tens of degrees. */
function regionAt(lat: number, lon: number): number {
  const column = Math.min(5, Math.floor((lon + 180) / 60))
  return REGIONS[(column + (lat < 0 ? 3 : 0)) % REGIONS.length]!
}

function roundTo(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}

/** `2026-07-01T08:00:00.1234567Z`: as fine as `time` itself, which a double in JSON can't hold. */
function isoWithQuanta(second: number, quanta: number): string {
  const late = Math.floor(quanta / QUANTA_PER_SECOND)
  return `${isoSecond(second + late)}.${`${quanta - late * QUANTA_PER_SECOND}`.padStart(7, '0')}Z`
}

function isoWithMs(ms: number): string {
  const second = Math.floor(ms / 1_000)
  return `${isoSecond(second)}.${`${ms - second * 1_000}`.padStart(3, '0')}Z`
}

// Thousands of records share the same few seconds, and formatting a date is the slowest part of formatting a record.
const TEXTS = 64
const secondOf: number[] = new Array(TEXTS).fill(Number.NaN)
const textOf: string[] = new Array(TEXTS).fill('')

function isoSecond(second: number): string {
  const slot = ((second % TEXTS) + TEXTS) % TEXTS
  if (secondOf[slot] !== second) {
    secondOf[slot] = second
    textOf[slot] = new Date(second * 1_000).toISOString().slice(0, 19)
  }
  return textOf[slot]!
}
