import { expect, it } from 'vitest'
import type { Alarm } from '../../contract/watch/alarms.ts'
import type { LadderKind, LevelState, WorkStop } from '../../contract/watch/place-states.ts'
import { levelPeriodsOf, minutesOf, stopsDuring, withinPeriod } from './level-periods.ts'

const FROM_MS = Date.UTC(2026, 6, 1, 8)
const ms = (minute: number) => FROM_MS + minute * 60_000
const at = (minute: number) => new Date(ms(minute)).toISOString()

const level = (id: string, state: LevelState['state'], since: number | null): LevelState => ({
  id,
  name: id.toUpperCase(),
  nameZh: null,
  km: 5,
  holdMin: 15,
  state,
  since: since === null ? null : at(since),
  last: null,
  lastKm: null,
  end: null,
  until: null,
  coverage: 1,
})

function row(minute: number, levels: LevelState[], ladder: LadderKind | null = 'lightning'): Alarm {
  return {
    id: `${minute}`,
    place: null,
    stage: 'alarm',
    at: at(minute),
    struckAt: null,
    distanceKm: null,
    arrival: null,
    watched: null,
    simulated: false,
    details: {},
    link: null,
    acknowledged: null,
    ladder,
    levels,
  }
}

it('joins rows to the periods in which a level was triggered, by ladder', () => {
  const found = levelPeriodsOf([
    row(0, [level('red', 'off', null), level('watch', 'expected', 0)]),
    row(5, [level('red', 'off', null), level('watch', 'on', 4)]),
    row(6, [level('wind', 'on', 6)], 'weather'),
    row(10, [level('red', 'on', 10), level('watch', 'on', 4)]),
    row(30, [level('red', 'off', 30), level('watch', 'on', 4)]),
    row(40, [level('red', 'on', 40), level('watch', 'on', 4)]),
    row(50, [], null),
    row(60, [level('red', 'on', 40)]),
  ])
  expect(found.map(({ ladder, level: { id }, periods }) => [ladder, id, periods])).toEqual([
    [
      'lightning',
      'red',
      [
        { fromMs: ms(10), toMs: ms(30) },
        { fromMs: ms(40), toMs: null },
      ],
    ],
    ['lightning', 'watch', [{ fromMs: ms(4), toMs: ms(60) }]],
    ['weather', 'wind', [{ fromMs: ms(6), toMs: null }]],
  ])
})

it('counts the parts of a period, up to now for a level that is on', () => {
  const [found] = levelPeriodsOf([row(0, [level('red', 'on', -20)])])
  const period = { fromMs: ms(-10), toMs: ms(60) }
  expect(minutesOf(withinPeriod(found!, period, ms(30)))).toBe(40)
  expect(minutesOf(withinPeriod(found!, period, ms(600)))).toBe(70)
})

it('finds the stops that were open in a period', () => {
  const stop = (id: string, from: number, to: number | null, place = 'golf'): WorkStop => ({
    id,
    place,
    work: id,
    by: 'Li',
    at: at(from),
    note: '',
    earliestResume: null,
    level: null,
    changes: [],
    resumed: to === null ? null : { by: 'Li', at: at(to), note: '' },
  })
  const stops = [
    stop('open', 3, null),
    stop('over', 0, 4),
    stop('in', 1, 7),
    stop('later', 20, null),
    stop('there', 0, null, 'port'),
  ]
  const found = (place?: string) => stopsDuring(stops, { fromMs: ms(5), toMs: ms(10) }, place).map(({ id }) => id)
  expect(found('golf')).toEqual(['in', 'open'])
  expect(found()).toEqual(['there', 'in', 'open'])
})
