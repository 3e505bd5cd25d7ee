import { expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { LevelState, Step } from '../../contract/watch/place-states.ts'
import { alarmLoadSchema } from '../../contract/watch/sheets.ts'
import { alarmLoadOf } from './alarm-load.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const MINUTE_MS = 60_000
const at = (minute: number) => new Date(FROM_MS + minute * MINUTE_MS).toISOString()
const PERIOD = { fromMs: FROM_MS, toMs: FROM_MS + 180 * MINUTE_MS }

const level = (id: string, state: LevelState['state'], since: number): LevelState => ({
  id,
  name: id.toUpperCase(),
  nameZh: null,
  km: 5,
  holdMin: 15,
  state,
  since: at(since),
  last: null,
  lastKm: null,
  end: null,
  until: null,
  coverage: 1,
})

/** A row for a change to `state`, optionally acknowledged by `by` after the given number of seconds. */
function row(
  step: Step,
  minute: number,
  over: { state?: LevelState['state']; place?: string; by?: string; afterS?: number } = {},
): Alarm {
  const { state = 'on', place = 'golf', by, afterS = 30 } = over
  return {
    id: `${place}.red.${minute}.${step}`,
    place: { id: place, name: place, nameZh: null, group: null },
    stage: 'alarm',
    at: at(minute),
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: null,
    simulated: false,
    details: {},
    link: null,
    acknowledged: by === undefined ? null : { by, at: at(minute + afterS / 60), note: '' },
    step,
    ladder: 'lightning',
    level: state === 'on' ? 'red' : null,
    changed: ['red'],
    levels: [level('red', state, minute)],
  }
}

function load(rows: readonly Alarm[], nowMinute = 180, isCut = false) {
  const made = alarmLoadOf(rows, { period: PERIOD, nowMs: FROM_MS + nowMinute * MINUTE_MS, isCut, simulated: false })
  return alarmLoadSchema.parse(made)
}

it('counts the rows that require acknowledgement by hour, place, level and person', () => {
  const sheet = load([
    row('up', 5, { by: 'Li' }),
    row('end', 20, { state: 'off' }),
    row('observation', 21, { state: 'off' }),
    row('expected', 70, { state: 'expected', place: 'port', by: 'Li', afterS: 90 }),
    row('up', 75, { place: 'port', by: 'Wang', afterS: 600 }),
  ])
  expect(sheet.rows).toBe(3)
  expect(sheet.hours.map(({ rows }) => rows)).toEqual([1, 2, 0])
  expect(sheet.days).toEqual([{ date: '2026-07-01', rows: 3, isOver: false }])
  expect(sheet.places.map(({ id, rows }) => [id, rows])).toEqual([
    ['port', 2],
    ['golf', 1],
  ])
  expect(sheet.levels).toEqual([{ id: 'red', name: 'RED', nameZh: null, rows: 3, restarts: 0 }])
  expect(sheet.persons).toEqual([
    { by: 'Li', rows: 2, medianS: 30 },
    { by: 'Wang', rows: 1, medianS: 600 },
  ])
  expect(sheet.acknowledged).toEqual({ rows: 3, medianS: 90, p95S: 600 })
  expect(load([]).acknowledged).toBeNull()
})

it('lists days with more than 144 rows, and reports an incomplete period', () => {
  const rows = Array.from({ length: 145 }, (_, i) => row('up', i))
  expect(load(rows).days).toEqual([{ date: '2026-07-01', rows: 145, isOver: true }])
  expect([load(rows.slice(1)).days[0]!.isOver, load(rows, 180, true).cut]).toEqual([false, true])
})

it('finds floods: over ten rows in ten minutes, as one where they overlap', () => {
  const every = (count: number, from: number, step: number) =>
    Array.from({ length: count }, (_, i) => row('up', from + i * step))
  expect(load(every(10, 0, 0.5)).floods).toEqual([])
  // The tenth minute ends when the eleventh begins.
  expect(load(every(11, 0, 1)).floods).toEqual([])
  const [first, ...others] = load([...every(25, 0, 0.9), ...every(11, 120, 0.1)]).floods
  expect(first).toEqual({ from: at(0), to: at(24 * 0.9), rows: 25, most: 12 })
  expect(others.map(({ rows, most }) => [rows, most])).toEqual([[11, 11]])
})

it('finds levels that turned on again within their hold time', () => {
  const rows = [
    row('up', 0),
    row('end', 20, { state: 'off' }),
    row('up', 34),
    row('end', 60, { state: 'off' }),
    row('up', 76),
    row('end', 77, { state: 'off', place: 'port' }),
    row('up', 78, { place: 'port' }),
  ]
  const { restarts, levels } = load(rows)
  expect(restarts).toEqual([
    { place: 'golf', level: 'red', name: 'RED', nameZh: null, ended: at(20), restarted: at(34), holdMin: 15 },
  ])
  expect(levels[0]!.restarts).toBe(1)
})

it('lists rows pending for over an hour, acknowledged or not', () => {
  const rows = [
    row('up', 0, { by: 'Li', afterS: 3_600 }),
    row('up', 1, { by: 'Li', afterS: 3_660 }),
    row('up', 100),
    row('up', 121),
  ]
  expect(load(rows, 180).late.map(({ at: raised, acknowledgedAt }) => [raised, acknowledgedAt])).toEqual([
    [at(1), at(62)],
    [at(100), null],
  ])
})

it('counts alarms from before levels by their stage', () => {
  const { step: _, levels: __, changed: ___, level: ____, ladder: _____, ...old } = row('up', 1)
  const sheet = load([old, { ...old, id: 'q', stage: 'quiet' }])
  expect([sheet.rows, sheet.levels[0]]).toEqual([1, { id: null, name: '', nameZh: null, rows: 1, restarts: 0 }])
})
