import { destination } from '../../src/core/geo/geo.ts'
import { type EngineChange, LevelEngine } from '../../src/core/levels/level-engine.ts'
import { NO_GAPS } from '../../src/core/levels/level-state.ts'
import { rowOf } from '../../src/core/levels/row.ts'
import type { Place } from '../../src/core/places/place.ts'
import { SECOND_MS } from '../../src/core/time/durations.ts'
import { seededRandom } from '../../src/core/util/random.ts'
import { cpuMs } from './verifier-cost.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const FILL_S = 900
const MEASURED_S = 300
const STORMS = 300
const STRIKES_PER_SECOND = 300
/** Places in rows, some 40 km from each other. */
const COLUMNS = 125
const STEP_DEG = 0.4

/**
 * CPU time a second of the levels of this many places, with four rings each, in a storm: strikes, nowcasts, time, rows
 * and stored state.
 */
export function levelsMsPerSecond(count: number): { ms: number; on: number; rows: number } {
  const random = seededRandom('bench-levels')
  const places = placesInRows(count)
  const storms = Array.from({ length: STORMS }, () => places[Math.floor(random() * count)]!.geometry.coordinates)
  const engine = new LevelEngine({})
  engine.setPlaces(places, FROM_MS, NO_GAPS)
  const outlook = { chanceWithin: () => 0.1, arrival: null }
  const outlooks = new Map(places.map(({ id }) => [id, () => outlook]))
  const context = { observed: { now: true, since: null }, stops: [], simulated: false, link: null }
  let rows = 0
  let fromMs = 0
  for (let second = 0; second < FILL_S + MEASURED_S; second++) {
    if (second === FILL_S) fromMs = cpuMs()
    const nowMs = FROM_MS + second * SECOND_MS
    const changes: EngineChange[] = []
    for (let i = 0; i < STRIKES_PER_SECOND; i++) {
      const [lon, lat] = storms[Math.floor(random() * STORMS)] as [number, number]
      const middle = destination({ lat, lon }, 70, second * 0.012)
      const at = destination(middle, random() * 360, 12 * random())
      changes.push(...engine.strike(nowMs - random() * 900, at.lat, at.lon, nowMs, NO_GAPS))
    }
    if (second % 60 === 0) {
      changes.push(...engine.nowcast(outlooks, nowMs, NO_GAPS))
    }
    changes.push(...engine.tick(nowMs, NO_GAPS))
    const told = changes.map((change) => JSON.stringify(rowOf(change, context)))
    for (const [, memory] of engine.takeChanges()) JSON.stringify(memory)
    if (second >= FILL_S) rows += told.length
  }
  const ms = (cpuMs() - fromMs) / MEASURED_S
  const on = [...engine.subjects.values()].filter(({ lightning }) => !lightning.isOff).length
  return { ms, on, rows }
}

function placesInRows(count: number): Place[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    name: `Turbine ${i}`,
    nameZh: null,
    group: null,
    timeZone: null,
    hours: null,
    geometry: {
      type: 'Point',
      coordinates: [75 + (i % COLUMNS) * STEP_DEG, 20 + Math.floor(i / COLUMNS) * STEP_DEG],
    },
    ringsKm: [5, 8, 16, 30],
    holdMin: 30,
  }))
}
