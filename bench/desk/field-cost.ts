import { FIELD_RING_KM } from '../../src/contract/chance/levels.ts'
import type { Box } from '../../src/core/geo/geo.ts'
import { tileInSteps, tilesOf } from '../../src/core/nowcast/chance-field.ts'
import type { Nowcast } from '../../src/core/nowcast/nowcast.ts'
import { resultOf } from '../../src/core/util/steps.ts'
import { contoursOf } from '../../src/server/nowcast/chance-contours.ts'
import { cpuMs } from './verifier-cost.ts'

const ROUNDS = 5
/** The widest view with a field on a desk of 1280 × 800 pixels, among the storms of the bench. */
const VIEW: Box = { west: 96, south: 28, east: 114.5, north: 37.5 }
const SECONDS = 60

/** Server CPU per second of the chance field of a view, which is computed once a minute. */
export function fieldMsPerSecond(nowcast: Nowcast, nowMs: number): number {
  const { column, row, columns, rows, nodesPerDeg } = tilesOf(VIEW)!
  const sampler = resultOf(nowcast.samplerInSteps(FIELD_RING_KM, nowMs))
  const look = () => {
    const known = new Map()
    for (let i = 0; i < columns * rows; i++) {
      const id = { nodesPerDeg, column: column + (i % columns), row: row + Math.floor(i / columns) }
      const tile = resultOf(tileInSteps({ sampler, known }, id))
      if (tile) contoursOf(tile)
    }
  }
  look()
  const cpuFromMs = cpuMs()
  for (let round = 0; round < ROUNDS; round++) look()
  return (cpuMs() - cpuFromMs) / ROUNDS / SECONDS
}
