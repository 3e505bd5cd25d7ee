import { expect, it } from 'vitest'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { logRows, queryOf } from './log-rows.ts'
import { NO_FILTER, WATCHED } from './log-store.ts'

const alarm = (id: string, place: string | null): Alarm => ({
  id,
  stage: 'alert',
  at: `2026-07-01T08:00:0${id}Z`,
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  place: place === null ? null : { id: place, name: place, nameZh: null, group: null },
  simulated: false,
  details: {},
  link: null,
  acknowledged: null,
})
const ALL = [alarm('4', null), alarm('3', 'farm'), alarm('2', 'ZSPD'), alarm('1', 'golf')]

it('lists the pinned places, which the server does not know', () => {
  const rows = (place: string) =>
    logRows({ held: ALL, asked: [] }, { ...NO_FILTER, place }, { textOf: ({ id }) => id, watched: ['golf', 'ZSPD'] })
  expect(rows(WATCHED).map(({ place }) => place?.id)).toEqual(['ZSPD', 'golf'])
  expect(rows('').length).toBe(4)
  expect(rows('farm').map(({ id }) => id)).toEqual(['3'])
  expect([queryOf({ ...NO_FILTER, place: WATCHED }), queryOf({ ...NO_FILTER, place: 'farm' })]).toEqual([
    {},
    { place: 'farm' },
  ])
})

it('lists the rows of one step, and requests them from the server', () => {
  const held = ALL.map((each, i) => ({ ...each, ...(i % 2 === 0 && { step: 'down' as const }) }))
  const filter = { ...NO_FILTER, step: 'down' as const }
  const rows = logRows({ held, asked: [] }, filter, { textOf: ({ id }) => id, watched: [] })
  expect([rows.map(({ id }) => id), queryOf(filter)]).toEqual([['4', '2'], { step: 'down' }])
})
