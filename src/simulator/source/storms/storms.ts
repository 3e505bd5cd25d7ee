import { LRUCache } from 'lru-cache'
import { wrapLon } from '../../../core/geo/geo.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { type StormName, scenarioOf, type WorldPart } from '../scenarios/scenarios.ts'
import { diurnalFactor } from '../scenarios/scenarios-regions.ts'
import { crossingCells } from '../scenarios/scripted-crossing.ts'
import { createSquall } from '../scenarios/scripted-squall.ts'
import { createTyphoon } from '../scenarios/scripted-typhoon.ts'
import { createNursery, type Nursery } from './storms-births.ts'
import type { LiveCell, LiveStormField } from './storms-cell.ts'

/** Where the daily curve of a part is read: the middle of eastern Asia. */
const CURVE_LONGITUDE = 112

/**
 * Storms of the simulated world. `cellsAt` is a pure function of seed, scenario and whole second (and of `startedAtMs`
 * for the storm that crosses an airport), independent of the order of calls; results are shared and must not be
 * modified.
 */
export function createStormField(deps: {
  seed: number
  scenario: StormName
  startedAtMs: number
  recordsPerSecond: number
}): LiveStormField {
  const { seed, startedAtMs } = deps
  const { parts, scripted } = scenarioOf(deps.scenario, deps.recordsPerSecond)
  const scattered = parts.map((part) => ({ part, nursery: createNursery(seed, part) }))
  const script = scripted && scriptOf(scripted.script, scripted.strokesPerSecond)
  const answers = new LRUCache<number, LiveCell[]>({ max: 128 })

  function scriptOf(name: 'crossing' | 'typhoon' | 'squall', strokesPerSecond: number): (ms: number) => LiveCell[] {
    if (name === 'crossing') return (ms) => crossingCells(ms, startedAtMs, strokesPerSecond)
    return name === 'typhoon' ? createTyphoon({ seed, strokesPerSecond }) : createSquall({ seed, strokesPerSecond })
  }

  function cellsAt(ms: number): LiveCell[] {
    const atMs = Math.floor(ms / SECOND_MS) * SECOND_MS
    return heldOrMade(answers, atMs, () => [
      ...scattered.flatMap(({ part, nursery }) => cellsOf(part, nursery, atMs)),
      ...(script?.(atMs) ?? []),
    ])
  }

  return { cellsAt }
}

/** Cells share the current rate of their part of the world in proportion to their strength. */
function cellsOf(part: WorldPart, nursery: Nursery, ms: number): LiveCell[] {
  const cells: LiveCell[] = []
  const weights: number[] = []
  let sum = 0
  for (const born of nursery.aliveIn(Math.floor(ms / MINUTE_MS))) {
    const intensity = born.shape((ms - born.bornMs) / (born.diesMs - born.bornMs))
    if (intensity <= 0) continue
    const age = ms - born.bornMs
    const weight = born.weight * intensity
    sum += weight
    weights.push(weight)
    cells.push({
      id: born.id,
      lat: born.lat + born.latPerMs * age,
      lon: wrapLon(born.lon + born.lonPerMs * age),
      sigmaKm: born.sigmaKm,
      intensity,
      headingDeg: born.headingDeg,
      speedKmh: born.speedKmh,
      strokesPerSecond: 0,
      positiveShare: born.positiveShare,
      sparse: born.sparse,
    })
  }
  // A few dying cells do not get the whole rate: below half of the usual weight the part produces less.
  const perWeight = rateOf(part, ms) / Math.max(sum, nursery.expectedWeight / 2)
  for (let i = 0; i < cells.length; i++) cells[i]!.strokesPerSecond = weights[i]! * perWeight
  return cells
}

function rateOf(part: WorldPart, ms: number): number {
  return part.strokesPerSecond * (1 - part.diurnalShare + part.diurnalShare * diurnalFactor(ms, CURVE_LONGITUDE))
}
