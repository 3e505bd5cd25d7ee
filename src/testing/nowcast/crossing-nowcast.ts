import model from '../../../data/nowcast-model.json' with { type: 'json' }
import { FIELD_RING_KM } from '../../contract/chance/levels.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { Airport } from '../../core/airports/airport.ts'
import { Nowcast } from '../../core/nowcast/nowcast.ts'
import { placeOfAirport } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { resultOf } from '../../core/util/steps.ts'
import type { NowcastService } from '../../server/nowcast/nowcast-service.ts'
import { CROSSING, crossingCells } from '../../simulator/source/scenarios/scripted-crossing.ts'
import { createStrikeMaker } from '../../simulator/source/storms/strikes.ts'
import { CROSSED } from '../scripted-crossing-desk.ts'

const KEPT_MS = 80 * MINUTE_MS

/** Strikes of the crossing storm in the eighty minutes up to `beforeMin` minutes before its centre is over Shanghai Pudong. */
export function crossingStrikes(nowMs: number, beforeMin: number): StrikeRecord[] {
  const startMs = nowMs + beforeMin * MINUTE_MS - CROSSING.passesAfterMs - CROSSING.everyMs
  const maker = createStrikeMaker({
    seed: 1,
    storms: { cellsAt: (ms) => crossingCells(ms, startMs, CROSSING.peakStrokesPerSecond) },
    polarity: 'documented_like',
    stalls: false,
  })
  const seconds = Array.from({ length: KEPT_MS / SECOND_MS }, (_, i) => (nowMs - KEPT_MS) / SECOND_MS + i)
  return seconds.flatMap((second) => maker.batch(second))
}

/** The nowcast of a server that received those strikes and computed an outlook each minute. */
export function crossingNowcast(strikes: readonly StrikeRecord[], nowMs: number): NowcastService {
  return nowcastOf(strikes, CROSSED, nowMs)
}

/** The same for other airports. */
export function nowcastOf(
  strikes: readonly StrikeRecord[],
  airports: readonly Airport[],
  nowMs: number,
): NowcastService {
  const columns = new StrikeColumns()
  columns.push(strikes, nowMs, false)
  const nowcast = new Nowcast(model)
  columns.visit(columns.first, columns.end, (_, timeMs, lat, lon) => nowcast.add(timeMs, lat, lon))
  for (let ms = nowMs - KEPT_MS + MINUTE_MS; ms < nowMs; ms += MINUTE_MS) nowcast.outlook([], ms)
  const places = airports.map((airport) => {
    const place = placeOfAirport(airport)
    const shape = shapeOf(place.geometry)
    return { place, rings: place.ringsKm.map((ringKm) => ({ shape, ringKm })) }
  })
  const outlook = nowcast.outlook(
    places.flatMap(({ rings }) => rings),
    nowMs,
  )
  const sampler = resultOf(nowcast.samplerInSteps(FIELD_RING_KM, nowMs))
  return {
    hasStrikes: true,
    calibration: null,
    guarded: () => places.length,
    latest: () => ({ outlook, places, isObserved: true }),
    sampler: () => sampler,
    onLook: () => () => {},
    calibrate() {},
    close() {},
  }
}
