import { DAY_MS } from '../../../core/time/durations.ts'
import { hash } from '../../../core/util/random.ts'
import type { Fields } from '../fields/fields.ts'
import { draw } from '../fields/fields-noise.ts'
import type { Place } from '../fields/fields-place.ts'
import type { SimAirport } from './sim-airports.ts'

const HALF_HOURLY = [0, 30]
const HOURLY = [0]
/** Mainland China, Mongolia, North Korea and the countries whose codes begin with U report wind in metres a second. */
const METRE_COUNTRY = /^[UZ]/

/** An airport with its constant reporting practice. */
export interface MetarSite {
  index: number
  airport: SimAirport
  place: Place
  /** Seed of everything drawn for this airport. */
  dice: number
  windUnit: 'MPS' | 'KT'
  /** Minutes of the hour of its routine reports. */
  routineMinutes: number[]
  /** No observer: an automatic station. */
  auto: boolean
  /** An automatic station that sees neither weather nor sky. */
  blind: boolean
  runways: string[]
  /** Also reports clouds above the usual 3,000 m. */
  highClouds: boolean
  /** From observation to receipt, on average. */
  delayMs: number
  /** The first report that this service has of it. */
  earliestMs: number
}

/** The reporting airports, in the order given. */
export function createSites(seed: number, airports: SimAirport[], fields: Fields): MetarSite[] {
  return airports.map((airport, index) => {
    const dice = hash(`${seed}/${airport.icao_code}`)
    const auto = airport.reports_metar ? draw(dice, 1) < 0.03 : draw(dice, 1) < 0.6
    const half = airport.type === 'large_airport' || (airport.reports_metar && draw(dice, 2) < 0.25)
    const heading = 1 + Math.floor(draw(dice, 3) * 18)
    const parallel = airport.type === 'large_airport'
    return {
      index,
      airport,
      place: fields.place(airport.latitude, airport.longitude),
      dice,
      windUnit: METRE_COUNTRY.test(airport.icao_code) ? 'MPS' : 'KT',
      routineMinutes: half ? HALF_HOURLY : HOURLY,
      auto,
      blind: auto && draw(dice, 4) < 0.35,
      runways: parallel ? [runway(heading, 'L'), runway(heading, 'R')] : [runway(heading, '')],
      highClouds: !METRE_COUNTRY.test(airport.icao_code),
      delayMs: Math.round(150_000 + draw(dice, 5) * 270_000),
      earliestMs: Date.UTC(2016, 0, 1) + Math.floor(draw(dice, 6) * 2_400) * DAY_MS,
    }
  })
}

function runway(heading: number, side: string): string {
  return `R${`${heading}`.padStart(2, '0')}${side}`
}
