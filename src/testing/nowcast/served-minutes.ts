import model from '../../../data/nowcast-model.json' with { type: 'json' }
import type { StrikeRecord } from '../../contract/lightning.ts'
import { type Airport, airportFromRecord } from '../../core/airports/airport.ts'
import type { NowcastView } from '../../core/nowcast/coming.ts'
import { Nowcast } from '../../core/nowcast/nowcast.ts'
import { servedPlaces } from '../../core/nowcast/served-places.ts'
import { placeOfAirport } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { loadSimAirports, type SimAirport } from '../../simulator/source/metar/sim-airports.ts'
import { createReplayStrikes } from '../../simulator/source/replay/replay-strikes.ts'
import { scriptedStrikes } from '../fakes/scripted-strikes.ts'
import { type NORWAY, openedReplay } from '../replay-kit.ts'

/** Strikes by Unix second from a moment on, and the guarded airports. */
export interface StruckWorld {
  batch: (second: number) => StrikeRecord[]
  airports: readonly Airport[]
  /** The same as a source has them. */
  records: SimAirport[]
}

/** A minute of a recording, and the nowcast at its end. */
export interface ServedMinute {
  minute: number
  told: NowcastView
  atMs: number
}

const china = loadSimAirports()

export function scriptedWorld(scenario: 'crossing' | 'outbreak' | 'quiet', startMs: number): StruckWorld {
  return { batch: scriptedStrikes(scenario, startMs), records: china, airports: china.map(airportFromRecord) }
}

export async function recordedWorld(recording: typeof NORWAY, startMs: number): Promise<StruckWorld> {
  const { playback, airports } = await openedReplay(recording, startMs)
  return { batch: createReplayStrikes(playback).batch, records: airports, airports: airports.map(airportFromRecord) }
}

/** Each minute of a world as processed by a server. */
export function* toldMinutes(
  { batch, airports }: Pick<StruckWorld, 'batch' | 'airports'>,
  startMs: number,
  minutes: number,
): Generator<ServedMinute> {
  const places = airports.map((airport) => {
    const place = placeOfAirport(airport)
    const shape = shapeOf(place.geometry)
    return { place, rings: place.ringsKm.map((ringKm) => ({ shape, ringKm })) }
  })
  const rings = places.flatMap((place) => place.rings)
  const nowcast = new Nowcast(model)
  const columns = new StrikeColumns()
  for (let minute = 1; minute <= minutes; minute++) {
    const atMs = startMs + minute * MINUTE_MS
    const seen = columns.end
    for (let ms = atMs - MINUTE_MS; ms < atMs; ms += SECOND_MS) columns.push(batch(ms / SECOND_MS), atMs, false)
    columns.visit(seen, columns.end, (_, timeMs, lat, lon, _isStroke, polarity) => {
      nowcast.add(timeMs, lat, lon, polarity)
    })
    const outlook = nowcast.outlook(rings, atMs)
    const told: NowcastView = {
      state: 'known',
      t: new Date(atMs).toISOString(),
      calibration: { kind: 'recorded' },
      leftOut: 0,
      observed: [1, 1, 1],
      storms: [...outlook.storms],
      places: servedPlaces(places, outlook),
    }
    yield { minute, told, atMs }
  }
}
