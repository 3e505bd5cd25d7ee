import stormParams from '../../../../data/storm-params.json' with { type: 'json' }
import { ASIA_SUMMER, ASIA_WINTER, type BirthRegion, REST_OF_WORLD } from './scenarios-regions.ts'

/** Named storms of the simulator; the first is the default. */
export const STORM_NAMES = [
  'summer_afternoon',
  'quiet_winter',
  'typhoon_bands',
  'squall_line',
  'outbreak',
  'crossing',
  'quiet',
] as const
export type StormName = (typeof STORM_NAMES)[number]
export const DEFAULT_STORM: StormName = 'summer_afternoon'

/** A half of the world with randomly created cells. */
export interface WorldPart {
  name: string
  regions: BirthRegion[]
  /** Mean over a day. */
  strokesPerSecond: number
  /** Weight of the daily cycle in the rate: 0 constant, 1 full cycle. */
  diurnalShare: number
  /** Average number of concurrent ordinary and multicell storms. */
  cells: number
  /** Average number of concurrent storm systems (lines of cells that live for hours). */
  systems: number
  /** Share of positive strokes, of those whose polarity is known. */
  positiveShare: number
  /** Season: 1 in the northern summer, -1 in the northern winter. */
  season: number
}

export interface Scenario {
  parts: WorldPart[]
  /** A scripted storm besides the parts. */
  scripted: { script: 'crossing' | 'typhoon' | 'squall'; strokesPerSecond: number } | null
  /** True where the line is stalled now and then and released in one batch. */
  stalls: boolean
}

const { records_per_physical_stroke: perStroke, pol } = stormParams.record
const [solutionsMin, solutionsMax] = perStroke.alternative_solutions.n as [number, number]

/** Average number of records per stroke: itself, a copy from another region, alternative solutions. */
export const RECORDS_PER_STROKE =
  1 + perStroke.exact_copies_other_region + perStroke.alternative_solutions.p * ((solutionsMin + solutionsMax) / 2 - 1)

/** The reference of `recordsPerSecond`; other scenarios keep their proportion to it. */
const REFERENCE = stormParams.scenarios.summer_afternoon
/** The worst case is independent of the configured rate. */
export const OUTBREAK_RECORDS_PER_SECOND = 300
/** Rate at its strongest, in addition to the storms of the summer afternoon. */
export const CROSSING_STROKES_PER_SECOND = 8

/** Cells of the world outside Asia, for each stroke a second: three strokes a minute from a cell. */
const CELLS_PER_STROKE_RATE = 20
/** A typhoon's or a squall line's share of the strokes of Asia; the rest is scattered. */
const SCRIPTED_SHARE = 0.8

const knownPositive = pol.documented_like['1'] / (pol.documented_like['1'] + pol.documented_like['-1'])
const winterPositive = (knownPositive * stormParams.flash.positive_share_winter) / stormParams.flash.positive_share

/** Parts of a named world, scaled so that the default one produces `recordsPerSecond` on average. */
export function scenarioOf(name: StormName, recordsPerSecond: number): Scenario {
  if (!(recordsPerSecond >= 0)) throw new Error(`Unexpected rate of records: ${recordsPerSecond}.`)
  const { scenarios } = stormParams
  const perReference =
    recordsPerSecond / RECORDS_PER_STROKE / (REFERENCE.asia_strokes_per_s + REFERENCE.rest_of_world_strokes_per_s)
  const none = { scripted: null, stalls: false }
  switch (name) {
    case 'quiet':
      return { parts: [], ...none }
    case 'summer_afternoon':
      return { parts: summer(scenarios.summer_afternoon, perReference), ...none }
    case 'quiet_winter':
      return { parts: winter(scenarios.quiet_winter, perReference), ...none }
    case 'crossing':
      return {
        parts: summer(scenarios.summer_afternoon, perReference),
        scripted: { script: 'crossing', strokesPerSecond: CROSSING_STROKES_PER_SECOND },
        stalls: false,
      }
    case 'typhoon_bands':
      return around('typhoon', scenarios.typhoon_bands, perReference)
    case 'squall_line':
      return around('squall', scenarios.squall_line, perReference)
    case 'outbreak': {
      const worst = scenarios.worst_case_outbreak
      const strokes = worst.asia_strokes_per_s + worst.rest_of_world_strokes_per_s
      const scale = OUTBREAK_RECORDS_PER_SECOND / RECORDS_PER_STROKE / strokes
      const parts = summer(worst, scale).map((part) => ({ ...part, diurnalShare: 0 }))
      return { parts, scripted: null, stalls: true }
    }
  }
}

interface Rates {
  asia_strokes_per_s: number
  rest_of_world_strokes_per_s: number
  cells: number
  mcs?: number
}

function summer(rates: Rates, scale: number): WorldPart[] {
  return [
    {
      name: 'asia',
      regions: ASIA_SUMMER,
      strokesPerSecond: rates.asia_strokes_per_s * scale,
      diurnalShare: 0.6, // a demo shows storms over China at any hour
      cells: rates.cells,
      systems: rates.mcs ?? 1,
      positiveShare: knownPositive,
      season: 1,
    },
    restOfWorld(rates, scale, 1),
  ]
}

function winter(rates: Rates, scale: number): WorldPart[] {
  const asia = {
    name: 'asia',
    regions: ASIA_WINTER,
    strokesPerSecond: rates.asia_strokes_per_s * scale,
    diurnalShare: 0.3,
    cells: rates.cells,
    systems: 0,
    positiveShare: winterPositive,
    season: -1,
  }
  return [asia, restOfWorld(rates, scale, -1)]
}

function restOfWorld(rates: Rates, scale: number, season: number): WorldPart {
  return {
    name: 'world',
    regions: REST_OF_WORLD,
    strokesPerSecond: rates.rest_of_world_strokes_per_s * scale,
    diurnalShare: 0, // it is always afternoon somewhere: the curve moves the cells, not their sum
    cells: rates.rest_of_world_strokes_per_s * CELLS_PER_STROKE_RATE,
    systems: 3,
    positiveShare: knownPositive,
    season,
  }
}

function around(script: 'typhoon' | 'squall', rates: Rates, scale: number): Scenario {
  const asia = rates.asia_strokes_per_s
  const scattered = { ...rates, asia_strokes_per_s: asia * (1 - SCRIPTED_SHARE), mcs: 0 }
  return {
    parts: summer(scattered, scale),
    scripted: { script, strokesPerSecond: asia * SCRIPTED_SHARE * scale },
    stalls: false,
  }
}
