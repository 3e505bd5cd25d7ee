import model from '../../../data/nowcast-model.json' with { type: 'json' }
import type { Storm } from '../../contract/nowcast.ts'
import { Nowcast } from '../../core/nowcast/nowcast.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { CROSSING, crossingCells } from '../../server/sources/synthetic/scenarios/scripted-crossing.ts'
import { createStrikeMaker } from '../../server/sources/synthetic/storms/strikes.ts'

/** When a storm's middle is over the airport. */
const PASSES_MS = Date.UTC(2026, 6, 1, 8)
const RING_KM = 5
/** The line's edge: of each cell one stroke in twenty lies ahead of it. */
const EDGE_KM = 1.645 * CROSSING.sigmaKm
const REACHES_MS = PASSES_MS - Math.round(((RING_KM + EDGE_KM) / CROSSING.speedKmh) * 60) * MINUTE_MS
/** With all of the storm before it, which passed an hour earlier. */
const BEFORE_MS = 100 * MINUTE_MS
/** Its first strikes come 24 minutes before its edge is at the ring. */
const FIRST_TOLD_MIN = 24

/** What was told of the inner ring at a look, so many minutes before the script brings the storm's edge to it. */
export interface ToldArrival {
  beforeMin: number
  /** How much too late the likely arrival is, in minutes; null where none is told. */
  lateMin: number | null
  /** Of the storm that arrives; null where none does. */
  storm: Storm | null
}

/** What a server that looked each minute told of the scripted crossing storm, made with that seed, until its edge is there. */
export function crossingArrivals(seed: number): ToldArrival[] {
  const startMs = PASSES_MS - CROSSING.passesAfterMs
  const maker = createStrikeMaker({
    seed,
    storms: { cellsAt: (ms) => crossingCells(ms, startMs, CROSSING.peakStrokesPerSecond) },
    polarity: 'documented_like',
    stalls: false,
  })
  const nowcast = new Nowcast(model)
  const ring = { shape: shapeOf({ type: 'Point', coordinates: [CROSSING.lon, CROSSING.lat] }), ringKm: RING_KM }
  const columns = new StrikeColumns()
  const told: ToldArrival[] = []
  for (let ms = REACHES_MS - BEFORE_MS; ms < REACHES_MS; ms += MINUTE_MS) {
    const seen = columns.end
    for (let of = ms - MINUTE_MS; of < ms; of += SECOND_MS)
      columns.push(maker.batch(Math.floor(of / SECOND_MS)), ms, false)
    columns.visit(seen, columns.end, (_, timeMs, lat, lon) => nowcast.add(timeMs, lat, lon))
    const { rings, storms } = nowcast.outlook([ring], ms)
    const beforeMin = Math.round((REACHES_MS - ms) / MINUTE_MS)
    if (beforeMin > FIRST_TOLD_MIN) continue
    const { arrival, stormId } = rings[0]!
    told.push({
      beforeMin,
      lateMin: arrival && (Date.parse(arrival.likely) - REACHES_MS) / MINUTE_MS,
      storm: storms.find(({ id }) => id === stormId) ?? null,
    })
  }
  return told
}
