import { expect, it } from 'vitest'
import { reportRecord } from '../../testing/fakes/fake-source.ts'
import { FROM_MS } from '../../testing/levels/level-properties.ts'
import { levelOf, PLACE_ID, placeWith } from '../../testing/levels/level-world.ts'
import { reportFromRecord } from '../metar/read-report.ts'
import { MINUTE_MS } from '../time/durations.ts'
import { LevelEngine } from './level-engine.ts'
import { type Gaps, NO_GAPS } from './level-state.ts'
import { placeStateOf } from './row.ts'
import { stepOf } from './step.ts'

const AT = { lat: 14.5, lon: 121 }

function stateOf(engine: LevelEngine, kind: 'lightning' | 'weather', gaps: Gaps, atMs: number) {
  const at = { gaps, atMs, observed: { now: true, since: null }, stops: [] }
  return placeStateOf(engine.subjects.get(PLACE_ID)!, kind, at)
}

it('keeps a level on through a change of its distance while the data since its last strike are incomplete', () => {
  const engine = new LevelEngine({})
  engine.setPlaces([placeWith([levelOf('red', 5, 10)])], FROM_MS, NO_GAPS)
  engine.strike(FROM_MS, AT.lat, AT.lon, FROM_MS, NO_GAPS)
  const nowMs = FROM_MS + 30 * MINUTE_MS
  const gaps = (toMs: number) => {
    const lightning = [{ fromMs: FROM_MS + 5 * MINUTE_MS, toMs }]
    return { lightning, nowcast: lightning }
  }
  const open = gaps(Number.POSITIVE_INFINITY)
  engine.setPlaces([placeWith([levelOf('red', 6, 10)])], nowMs, open)
  engine.strike(FROM_MS, AT.lat, AT.lon, nowMs, open)
  expect(engine.settle(nowMs, open)).toEqual([])
  const [red] = stateOf(engine, 'lightning', open, nowMs).levels
  expect(red).toMatchObject({ km: 6, state: 'on', since: new Date(FROM_MS).toISOString(), end: null })
  // With data again since minute 6 the hold time has ended.
  const whole = gaps(FROM_MS + 6 * MINUTE_MS)
  engine.setPlaces([placeWith([levelOf('red', 7, 10)])], nowMs, whole)
  engine.strike(FROM_MS, AT.lat, AT.lon, nowMs, whole)
  const changes = engine.settle(nowMs, whole)
  expect(changes.map((change) => change.kind === 'levels' && change.moment.cause.kind)).toEqual(['changed'])
})

it('counts strikes of a night outside the hours of a place for no level of the next day', () => {
  const level = { ...levelOf('red', 5, 10), strikes: 2 }
  const engine = new LevelEngine({})
  engine.setPlaces([placeWith([level], { hours: '06:00-22:00', timeZone: 'UTC' })], FROM_MS, NO_GAPS)
  const strike = (ms: number) => engine.strike(ms, AT.lat, AT.lon, ms, NO_GAPS)
  const day = Date.parse('2026-07-02T08:00:00Z')
  const night = day - 5 * 60 * MINUTE_MS
  expect([...strike(night), ...strike(night + MINUTE_MS), ...strike(day)]).toEqual([])
  const [change] = strike(day + MINUTE_MS)
  expect(change).toMatchObject({ moment: { incidentMs: day + MINUTE_MS, changed: ['red'] } })
})

it('compares a report that arrived before the list of places with their stored state', () => {
  const wind = { ...levelOf('wind', 0, 10), km: undefined, report: { windMps: 12, scheme: 'icao' as const } }
  const { km: _, ...level } = wind
  const places = [placeWith([levelOf('red', 5, 10)], { stated: { weather: [level] } })]
  const report = (hour: string, speed: string) => {
    const at = `2026-07-01T${hour}:00:00Z`
    const raw_metar = `METAR ${PLACE_ID} 01${hour}00Z 120${speed}MPS 9999 FEW030 28/22 Q1008`
    return { ...reportFromRecord(reportRecord({ raw_metar, obs_time: at, arrived_at: at }))!, icao: PLACE_ID }
  }
  const before = new LevelEngine({})
  before.setPlaces(places, FROM_MS, NO_GAPS)
  before.report(report('08', '15'), FROM_MS)
  const [[, memory] = []] = before.takeChanges()
  const after = new LevelEngine({ stored: () => memory ?? undefined })
  const nowMs = FROM_MS + 65 * MINUTE_MS
  after.report(report('09', '05'), nowMs)
  after.setPlaces(places, nowMs, NO_GAPS)
  const [state] = stateOf(after, 'weather', NO_GAPS, nowMs).levels
  expect(state).toMatchObject({ id: 'wind', state: 'on', end: '2026-07-01T09:10:00.000Z' })
})

it('names the end of an expectation, also where a less severe level stays possible', () => {
  const states = (...all: ('off' | 'expected' | 'on')[]) => all.map((state, i) => ({ id: `r${i}`, state }))
  const step = (before: ReturnType<typeof states>, after: ReturnType<typeof states>) =>
    stepOf('lightning', before, after)
  expect(step(states('expected', 'expected', 'on'), states('off', 'expected', 'on'))).toBe('lapsed')
  expect(step(states('off', 'expected', 'on'), states('expected', 'expected', 'on'))).toBe('expected')
  expect(step(states('off', 'on', 'on'), states('off', 'on', 'expected'))).toBe('other')
})
