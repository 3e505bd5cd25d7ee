import model from '../../../data/nowcast-model.json' with { type: 'json' }
import type { StrikeRecord } from '../../contract/lightning.ts'
import { type Airport, airportFromRecord } from '../../core/airports/airport.ts'
import type { ToldNowcast } from '../../core/nowcast/coming.ts'
import { Nowcast } from '../../core/nowcast/nowcast.ts'
import { toldPlaces, toldStorms } from '../../core/nowcast/told-outlook.ts'
import { placeOfAirport } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'
import { createStormFinder, type StormCell } from '../../core/storms/storm-cells.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { loadSimAirports, type SimAirport } from '../../server/sources/synthetic/metar/sim-airports.ts'
import { createReplayStrikes } from '../../server/sources/synthetic/replay/replay-strikes.ts'
import { scriptedStrikes } from '../fakes/scripted-strikes.ts'
import { type NORWAY, openedReplay } from '../replay-kit.ts'

/** What strikes from a moment on, by Unix second, and the airports that are guarded. */
export interface StruckWorld {
  batch: (second: number) => StrikeRecord[]
  airports: readonly Airport[]
  /** The same as a source has them. */
  records: SimAirport[]
}

/** A minute of it: what a server told as it began, and the storms that a page found so long after. */
export interface ToldMinute {
  minute: number
  told: ToldNowcast
  storms: StormCell[]
  atMs: number
}

/** A page looks at any moment of the minute in which a server's word stands. */
const LATE_MS = 40 * SECOND_MS

const china = loadSimAirports()

export function scriptedWorld(scenario: 'crossing' | 'outbreak' | 'quiet', startMs: number): StruckWorld {
  return { batch: scriptedStrikes(scenario, startMs), records: china, airports: china.map(airportFromRecord) }
}

export async function recordedWorld(recording: typeof NORWAY, startMs: number): Promise<StruckWorld> {
  const { playback, airports } = await openedReplay(recording, startMs)
  return { batch: createReplayStrikes(playback).batch, records: airports, airports: airports.map(airportFromRecord) }
}

/** Each minute of a world as a server and a page go through it, each by its own reckoning. */
export function* toldMinutes(
  { batch, airports }: StruckWorld,
  startMs: number,
  minutes: number,
): Generator<ToldMinute> {
  const places = airports.map((airport) => {
    const place = placeOfAirport(airport)
    const shape = shapeOf(place.geometry)
    return { place, rings: place.ringsKm.map((ringKm) => ({ shape, ringKm })) }
  })
  const rings = places.flatMap((place) => place.rings)
  const nowcast = new Nowcast(model, () => false)
  const columns = new StrikeColumns()
  const find = createStormFinder()
  let seen = 0
  for (let minute = 1; minute <= minutes; minute++) {
    const nowMs = startMs + minute * MINUTE_MS
    const bring = (fromMs: number, toMs: number) => {
      for (let ms = fromMs; ms < toMs; ms += SECOND_MS) columns.push(batch(ms / SECOND_MS), toMs, false)
    }
    bring(nowMs - MINUTE_MS + LATE_MS, nowMs)
    columns.visit(seen, columns.end, (_, timeMs, lat, lon) => nowcast.add(timeMs, lat, lon))
    seen = columns.end
    const outlook = nowcast.outlook(rings, nowMs)
    const atMs = nowMs + LATE_MS
    bring(nowMs, atMs)
    const told: ToldNowcast = {
      ...{ state: 'known', t: new Date(nowMs).toISOString(), calibration: { kind: 'recorded' }, leftOut: 0 },
      ...{ storms: toldStorms(outlook), places: toldPlaces(places, outlook) },
    }
    yield { minute, told, storms: find({ columns, nowMs: atMs, watched: [1, 1, 1] }), atMs }
  }
}
