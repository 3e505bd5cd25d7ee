import { describe, expect, it } from 'vitest'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import { levelState, rowOf } from '../../testing/channels/rows.ts'
import { destination } from '../geo/geo.ts'
import { CATEGORY_PRESETS } from '../metar/flight-category.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import type { Report } from '../metar/report.ts'
import type { Coming } from '../nowcast/coming.ts'
import { type Airport, airportFromRecord } from './airport.ts'
import {
  boardFilterText,
  countUnknown,
  filterBoard,
  orderBoard,
  parseBoardFilter,
  parseBoardSort,
  worstRows,
} from './airport-board.ts'
import { boardRow } from './board-row.ts'
import { watchOf } from './hold-time.ts'
import { HoldTimers } from './lightning-hold-timer.ts'

const MIN = 60_000
const NOW = Date.UTC(2026, 6, 1, 8, 30)

function airport(icao: string, lat: number, more: { name?: string; name_en?: string; city?: string } = {}): Airport {
  return airportFromRecord({ icao_code: icao, longitude: 121, latitude: lat, province: '上海市', ...more })
}

const AIRPORTS = [
  airport('ZAAA', 20, { name: '甲机场', name_en: "Xi'an Alpha", city: '西安' }),
  airport('ZBBB', 25, { name: '乙机场', name_en: 'Bravo' }),
  airport('ZCCC', 30, { name: '丙机场', name_en: 'Charlie' }),
  airport('ZDDD', 35),
]

function report(icao: string, body: string, minute = 0): Report {
  const at = `2026-07-01T08:${String(minute).padStart(2, '0')}:00Z`
  const raw_metar = `METAR ${icao} 0108${String(minute).padStart(2, '0')}Z ${body}`
  return reportFromRecord({ icao, raw_metar, obs_time: at, arrived_at: at })!
}

/** Distance, age and number of strikes at an airport. */
interface Struck {
  km: number
  agoMs?: number
  times?: number
}

/** The board with these reports, strikes and pinned airports. */
function board(
  bodies: Record<string, string>,
  strikes: Record<string, number | Struck> = {},
  watched: string[] = [],
  comings: Record<string, Coming> = {},
  chances: Record<string, number> = {},
  levels: Record<string, PlaceState> = {},
  areReportsStale = false,
) {
  const holdTimers = new HoldTimers(AIRPORTS, [5, 8, 16])
  for (const [icao, struck] of Object.entries(strikes)) {
    const { km, agoMs = MIN, times = 1 } = typeof struck === 'number' ? { km: struck } : struck
    const { lat, lon } = destination(AIRPORTS.find((each) => each.icao === icao)!, 90, km)
    for (let i = 0; i < times; i++) holdTimers.add(NOW - agoMs, lat, lon)
  }
  const watch = watchOf([], NOW, 30 * MIN)
  const sources = {
    latest: (icao: string) => (bodies[icao] ? report(icao, bodies[icao]) : undefined),
    holdTimer: (icao: string) => holdTimers.read(icao, watch, NOW, 30 * MIN),
    levels: (icao: string) => levels[icao] ?? null,
    coming: (icao: string) => comings[icao] ?? CALM,
    chance: (icao: string) => chances[icao] ?? 0,
    isWatched: (icao: string) => watched.includes(icao),
    isPlace: () => false,
    preset: CATEGORY_PRESETS.icao,
    areReportsStale,
  }
  return AIRPORTS.map((each) => boardRow(each, sources, NOW))
}

const CALM: Coming = { kind: 'calm' }
const P = { '10': 0.1, '15': 0.2, '30': 0.4, '60': 0.6 }

/** A storm with a likely arrival after these minutes. */
function stormIn(minutes: number): Coming {
  const likely = new Date(NOW + minutes * MIN).toISOString()
  const arrival = { earliest: likely, likely, latest: likely }
  return { kind: 'coming', km: 5, p: P, inProgress: false, arrival, storm: 1, inner: null }
}

/** Levels of the rings 5, 8 and 16 km, of which those from `on` outwards are triggered. */
function lightningLevels({ on, agoMs }: { on: number; agoMs: number }): PlaceState {
  const last = new Date(NOW - agoMs).toISOString()
  const levels = [5, 8, 16].map((km, i) => levelState(`r${km}`, i < on ? 'off' : 'on', { km, last }))
  return rowOf({ place: 'ZAAA', levels, atMs: NOW })
}

const codes = (rows: readonly { airport: Airport }[]) => rows.map((row) => row.airport.icao)
const FINE = '18004MPS 9999 NSC 25/20 Q1010'

describe('the order of the board', () => {
  it('has the worst first: strikes in the inner ring, low visibility, expected storms, the rest by code', () => {
    const rows = board({ ZAAA: FINE, ZBBB: '00000MPS 0300 FG 05/05 Q1010', ZCCC: FINE, ZDDD: FINE }, { ZDDD: 3 })
    expect(codes(orderBoard(rows, 'urgency'))).toEqual(['ZDDD', 'ZBBB', 'ZAAA', 'ZCCC'])
    expect(codes(orderBoard(rows, '-urgency'))).toEqual(['ZAAA', 'ZCCC', 'ZBBB', 'ZDDD'])
  })

  it('has struck airports by ring, then by time, then by count, before other conditions', () => {
    const fog = '00000MPS 0300 FG 05/05 Q1010'
    const bodies = { ZAAA: fog, ZBBB: FINE, ZCCC: FINE, ZDDD: fog }
    const struck = (strikes: Record<string, Struck>) => codes(orderBoard(board(bodies, strikes), 'urgency'))
    const quarter = { km: 4, agoMs: 15 * MIN, times: 4 }
    const often = { km: 4, agoMs: 6_000, times: 767 }
    expect(struck({ ZAAA: quarter, ZCCC: often })).toEqual(['ZCCC', 'ZAAA', 'ZDDD', 'ZBBB'])
    expect(struck({ ZAAA: { km: 7, agoMs: 6_000, times: 767 }, ZCCC: quarter }).slice(0, 2)).toEqual(['ZCCC', 'ZAAA'])
    expect(struck({ ZAAA: { km: 4, agoMs: 6_000 }, ZCCC: often }).slice(0, 2)).toEqual(['ZCCC', 'ZAAA'])
    expect(struck({ ZBBB: { km: 15, agoMs: 29 * MIN } })[0]).toBe('ZBBB')
  })

  it('has triggered levels of the server before the rings that the page counts', () => {
    // A record 6 km away counts for the ring of 5 km where its location is less accurate than that.
    const triggered = {
      ZAAA: lightningLevels({ on: 1, agoMs: 0 }),
      ZBBB: lightningLevels({ on: 0, agoMs: 4 * MIN }),
      ZCCC: lightningLevels({ on: 2, agoMs: 0 }),
    }
    const strikes = { ZAAA: 7, ZBBB: 6, ZCCC: 15 }
    const rows = board({ ZAAA: FINE, ZBBB: FINE, ZCCC: FINE, ZDDD: FINE }, strikes, [], {}, {}, triggered)
    expect(codes(orderBoard(rows, 'urgency'))).toEqual(['ZBBB', 'ZAAA', 'ZCCC', 'ZDDD'])
  })

  it('has an airport without a report before one in good condition', () => {
    const rows = board({ ZAAA: FINE, ZBBB: FINE, ZCCC: FINE })
    expect(codes(orderBoard(rows, 'urgency'))[0]).toBe('ZDDD')
    expect(rows[3]).toMatchObject({ age: 'none', category: 'unknown' })
  })

  it('has no airport in good condition once reports stop arriving', () => {
    const bodies = { ZAAA: FINE, ZBBB: '00000MPS 0300 FG 05/05 Q1010' }
    const rows = board(bodies, {}, [], {}, {}, {}, true)
    expect(rows.map(({ category }) => category)).toEqual(['unknown', 'lifr', 'unknown', 'unknown'])
    expect(countUnknown(rows)).toBe(3)
  })

  it('has an airport that a storm reaches within the hour before those in good condition, by arrival', () => {
    const comings = { ZCCC: stormIn(50), ZDDD: stormIn(20), ZAAA: { kind: 'unknown' } as const }
    const rows = board({ ZAAA: FINE, ZBBB: FINE, ZCCC: FINE, ZDDD: FINE }, {}, [], comings)
    expect(codes(orderBoard(rows, 'urgency'))).toEqual(['ZCCC', 'ZDDD', 'ZAAA', 'ZBBB'])
    expect(codes(orderBoard(rows, 'arrival'))).toEqual(['ZDDD', 'ZCCC', 'ZAAA', 'ZBBB'])
    expect(codes(worstRows(rows, 99).rows)).toEqual(['ZCCC', 'ZDDD'])
  })

  it('has pinned airports on top in any order', () => {
    const rows = board({ ZAAA: FINE, ZBBB: FINE, ZCCC: FINE, ZDDD: FINE }, { ZAAA: 3 }, ['ZCCC', 'ZDDD'])
    expect(codes(orderBoard(rows, 'urgency'))).toEqual(['ZCCC', 'ZDDD', 'ZAAA', 'ZBBB'])
    expect(codes(orderBoard(rows, '-airport'))).toEqual(['ZDDD', 'ZCCC', 'ZBBB', 'ZAAA'])
  })

  it('has unknown values last in either direction', () => {
    const rows = board({ ZAAA: FINE, ZBBB: '18004MPS 2000 BR NSC 25/20 Q1005' })
    expect(codes(orderBoard(rows, 'visibility')).slice(0, 2)).toEqual(['ZBBB', 'ZAAA'])
    expect(codes(orderBoard(rows, '-visibility')).slice(0, 2)).toEqual(['ZAAA', 'ZBBB'])
    expect(codes(orderBoard(rows, '-qnh')).slice(2)).toEqual(['ZCCC', 'ZDDD'])
    expect(codes(orderBoard(board({ ZBBB: '18004MPS 2000 BR NSC 25/20 Q1005' }), '-weather'))[0]).toBe('ZBBB')
  })

  it('sorts by gusts rather than by mean wind, the strongest first', () => {
    const rows = board({ ZAAA: '18010MPS 9999 NSC 25/20 Q1010', ZBBB: '18008G19MPS 9999 NSC 25/20 Q1010' })
    expect(codes(orderBoard(rows, 'wind')).slice(0, 2)).toEqual(['ZBBB', 'ZAAA'])
  })

  it('parses an order from the URL, with the worst first as the default', () => {
    expect(parseBoardSort('-wind')).toEqual({ by: 'wind', reversed: true })
    expect(parseBoardSort('colour')).toEqual({ by: 'urgency', reversed: false })
  })
})

describe('the airports in trouble', () => {
  it('are those with lightning, below VFR or in doubt, the worst first, watched or not', () => {
    const rows = board({ ZAAA: FINE, ZBBB: '00000MPS 0300 FG 05/05 Q1010', ZCCC: FINE, ZDDD: FINE }, { ZDDD: 3 }, [
      'ZAAA',
    ])
    expect(codes(worstRows(rows, 99).rows)).toEqual(['ZDDD', 'ZBBB'])
  })

  it('are those with thunder in the report but without strikes', () => {
    expect(codes(worstRows(board({ ZCCC: '18004MPS 9999 VCTS FEW030CB 25/20 Q1010' }), 99).rows)).toEqual(['ZCCC'])
  })

  it('omit unknown values', () => {
    expect(worstRows(board({}), 99)).toEqual({ rows: [], count: 0 })
  })
})

describe('the filter', () => {
  const rows = board({ ZAAA: FINE, ZBBB: '18004MPS 2000 TSRA BKN010CB 25/20 Q1005' }, { ZCCC: 12 }, ['ZDDD'])

  it.each([
    ['zb', ['ZBBB']],
    ['xian', ['ZAAA']],
    ['西安', ['ZAAA']],
    ['上海 bravo', ['ZBBB']],
    ['is:watched', ['ZDDD']],
    ['is:struck', ['ZCCC']],
    ['is:below', ['ZBBB']],
    ['is:overdue', ['ZCCC', 'ZDDD']],
    ['is:doubted', ['ZBBB']],
    ['is:struck bravo', []],
    ['', ['ZAAA', 'ZBBB', 'ZCCC', 'ZDDD']],
  ])('%j leaves the right ones', (filter, expected) => {
    expect(codes(filterBoard(rows, filter))).toEqual(expected)
  })

  it('is read back from its text', () => {
    expect(parseBoardFilter('is:struck 浦东 pu')).toEqual({ narrowing: 'struck', text: '浦东 pu' })
    expect(parseBoardFilter('is:nothing x')).toEqual({ narrowing: null, text: 'is:nothing x' })
    expect(boardFilterText('struck', '')).toBe('is:struck')
    expect(boardFilterText(null, 'zs')).toBe('zs')
  })
})

it('puts a quiet place without reports last, and struck ones by distance', () => {
  const holdTimers = new HoldTimers(AIRPORTS, [5, 8, 16])
  const [struck, quiet, fine] = AIRPORTS
  const { lat, lon } = destination(struck!, 90, 3)
  holdTimers.add(NOW - MIN, lat, lon)
  const watch = watchOf([], NOW, 30 * MIN)
  const sources = {
    latest: (icao: string) => (icao === fine!.icao ? report(icao, FINE) : undefined),
    holdTimer: (icao: string) => holdTimers.read(icao, watch, NOW, 30 * MIN),
    levels: () => null,
    coming: () => CALM,
    chance: () => 0,
    isWatched: () => false,
    isPlace: (id: string) => id !== fine!.icao,
    preset: CATEGORY_PRESETS.icao,
    areReportsStale: false,
  }
  const rows = [quiet!, fine!, struck!].map((each) => boardRow(each, sources, NOW))
  expect(codes(orderBoard(rows, 'urgency'))[0]).toBe(struck!.icao)
  expect(codes(worstRows(rows, 99).rows)).toEqual([struck!.icao])
  expect(codes(filterBoard(rows, 'is:overdue'))).toEqual([])
})

it('puts the likeliest strike within 30 minutes first, and present strikes first among equals', () => {
  const [first, second, third] = AIRPORTS.map(({ icao }) => icao) as [string, string, string]
  const chances = { [first]: 0.004, [second]: 0.84, [third]: 0.838 }
  const rows = board({}, { [third]: 4, [first]: 4 }, [], {}, chances)
  expect(codes(orderBoard(rows, 'urgency')).slice(0, 3)).toEqual([third, second, first])
  expect(rows.find(({ airport }) => airport.icao === second)!.isComing).toBe(true)
})

it('puts the likelier one of equals first, even by less than a per cent', () => {
  const [first, second, third] = AIRPORTS.map(({ icao }) => icao) as [string, string, string]
  const rows = board({}, { [third]: 4 }, [], {}, { [first]: 0.0176, [second]: 0.0182, [third]: 0.0178 })
  expect(codes(orderBoard(rows, 'urgency')).slice(0, 3)).toEqual([third, second, first])
})
