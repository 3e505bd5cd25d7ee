import { expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { LevelState, WorkStop } from '../../contract/watch/place-states.ts'
import { placeReportSchema } from '../../contract/watch/report.ts'
import { placeOf } from '../../testing/watch-kit.ts'
import { destination } from '../geo/geo.ts'
import { PlaceReportMaker } from './place-report.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const at = (minute: number) => new Date(FROM_MS + minute * MINUTE).toISOString()

function strike(minute: number, km: number) {
  const { lat, lon } = destination({ lat: 31, lon: 121 }, 90, km)
  return { timeMs: FROM_MS + minute * MINUTE, lat, lon }
}

function alarm(stage: Alarm['stage'], minute: number, struckMinute: number | null = null): Alarm {
  return {
    id: `golf.${stage}.${minute}`,
    place: null,
    stage,
    at: at(minute),
    distanceKm: null,
    arrival: null,
    struckAt: struckMinute === null ? null : at(struckMinute),
    watched: null,
    simulated: false,
    details: {},
    link: null,
    acknowledged: null,
  }
}

it('counts strikes by ring and by hour, with the first, the last and the nearest', () => {
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 120 * MINUTE })
  maker.add([strike(5, 15), strike(70, 3), strike(20, 7), strike(30, 17), strike(-1, 2), strike(120, 2)])
  const report = placeReportSchema.parse(
    maker.made({ missing: [], alarms: [], nowMs: FROM_MS + 86_400_000, simulated: false }),
  )
  expect(report.rings).toEqual([
    { ringKm: 5, strikes: 1, first: at(70), last: at(70) },
    { ringKm: 8, strikes: 2, first: at(20), last: at(70) },
    { ringKm: 16, strikes: 3, first: at(5), last: at(70) },
  ])
  expect(report.hours).toEqual([
    { from: at(0), strikes: [0, 1, 2], watched: 1 },
    { from: at(60), strikes: [1, 1, 1], watched: 1 },
  ])
  expect([report.nearestKm, report.watched]).toEqual([3, 1])
})

it('states unobserved time, and never rounds it away', () => {
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS + 30 * MINUTE, toMs: FROM_MS + 90 * MINUTE })
  const missing = [{ fromMs: FROM_MS + 45 * MINUTE, toMs: FROM_MS + 60 * MINUTE + 1 }]
  const { watched, notWatched, hours } = maker.made({
    missing,
    alarms: [],
    nowMs: FROM_MS + 86_400_000,
    simulated: false,
  })
  expect(watched).toBe(0.749)
  expect(notWatched).toEqual([{ from: at(45), to: '2026-07-01T09:00:00.001Z' }])
  expect(hours).toEqual([
    { from: at(30), strikes: [0, 0, 0], watched: 0.5 },
    { from: at(60), strikes: [0, 0, 0], watched: 0.999 },
  ])
})

it('has the time between the first warning and the strike of an alarm', () => {
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 120 * MINUTE })
  const alarms = [
    alarm('approach', 0),
    alarm('alert', 10, 10),
    alarm('alarm', 25, 24.5),
    alarm('quiet', 60),
    alarm('alarm', 70, 70),
    alarm('quiet', 100),
    alarm('alert', 101, 101),
    alarm('alarm', 103, 103),
  ]
  const { alarms: told } = maker.made({ missing: [], alarms, nowMs: FROM_MS + 86_400_000, simulated: false })
  expect(told.filter(({ stage }) => stage === 'alarm').map(({ leadMin }) => leadMin)).toEqual([24.5, null, 2])
})

it('states when levels were triggered beside stops, and work resumed before an earliest end', () => {
  const level = (state: LevelState['state'], since: number, end: string | null = null): LevelState => ({
    id: 'red',
    name: 'RED',
    nameZh: '红色',
    km: 5,
    holdMin: 15,
    state,
    since: at(since),
    last: null,
    lastKm: null,
    end,
    until: null,
    coverage: 1,
  })
  const row = (minute: number, red: LevelState, over: Partial<Alarm> = {}): Alarm => ({
    ...alarm('alarm', minute),
    ladder: 'lightning',
    levels: [red],
    ...over,
  })
  const stop: WorkStop = {
    id: 's1',
    place: 'golf',
    work: 'fuelling',
    by: 'Li',
    at: at(-5),
    note: '',
    earliestResume: null,
    level: 'red',
    changes: [],
    resumed: { by: 'Wang', at: at(20), note: '' },
  }
  const resumed = { stage: 'stop' as const, details: { change: 'resume', stop: 's1' } }
  const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 60 * MINUTE })
  const { levels, stops } = placeReportSchema.parse(
    maker.made({
      before: [row(-10, level('on', -10))],
      alarms: [
        row(10, level('off', 10)),
        row(15, level('on', 15)),
        row(20, level('on', 15, at(32)), resumed),
        row(32, level('off', 32)),
      ],
      missing: [],
      stops: [stop, { ...stop, id: 's2', level: null, resumed: null }],
      nowMs: FROM_MS + 50 * MINUTE,
      simulated: false,
    }),
  )
  expect(levels).toEqual([
    {
      ladder: 'lightning',
      id: 'red',
      name: 'RED',
      nameZh: '红色',
      minutes: 27,
      periods: [
        { from: at(0), to: at(10) },
        { from: at(15), to: at(32) },
      ],
    },
  ])
  expect(stops).toMatchObject([
    {
      id: 's1',
      minutes: 20,
      levelMinutes: 15,
      resumedBeforeEnd: [{ level: 'red', name: 'RED', nameZh: '红色', end: at(32) }],
    },
    { id: 's2', minutes: 50, levelMinutes: 27, resumedBeforeEnd: [] },
  ])
})

it('has no minutes of an untriggered level with incomplete observation', () => {
  const made = (ladder: 'lightning' | 'weather', of: Partial<Parameters<PlaceReportMaker['made']>[0]> = {}) => {
    const off = { ...alarm('quiet', -10), ladder }
    const level: LevelState = {
      id: 'red',
      name: 'RED',
      nameZh: null,
      km: 5,
      holdMin: 15,
      state: 'off',
      since: null,
      last: null,
      lastKm: null,
      end: null,
      until: null,
      coverage: 1,
    }
    const maker = new PlaceReportMaker(placeOf('golf'), { fromMs: FROM_MS, toMs: FROM_MS + 60 * MINUTE })
    const before = [{ ...off, levels: [level] }]
    const nowMs = FROM_MS + 60 * MINUTE
    return maker.made({ missing: [], alarms: [], before, nowMs, simulated: false, ...of }).levels[0]!.minutes
  }
  const span = [{ fromMs: FROM_MS, toMs: FROM_MS + MINUTE }]
  expect([made('lightning'), made('lightning', { missing: span })]).toEqual([0, null])
  expect([made('weather', { missing: span }), made('weather', { withoutReports: span })]).toEqual([0, null])
})
