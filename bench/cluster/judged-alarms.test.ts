import { expect, it } from 'vitest'
import type { LevelStateName } from '../../src/contract/watch/place-states.ts'
import { levelState, rowOf } from '../../src/testing/channels/rows.ts'
import { judgeAlarms } from './judged-alarms.ts'

/** A row of one place: its inner level, then its outer one. */
const row = (rev: number, inner: LevelStateName, outer: LevelStateName) =>
  rowOf({
    place: 'golf',
    levels: [levelState('r5', inner), levelState('r16', outer)],
    atMs: rev * 1_000,
    over: { rev, id: `golf.${rev}` },
  })

const outer = row(1, 'off', 'on')
const inner = row(2, 'on', 'on')
const stillInner = row(3, 'on', 'off')
const end = row(4, 'off', 'off')

it('accepts rows without a message that leave the state as it was sent', () => {
  const log = [outer, inner, stillInner, end]
  expect(judgeAlarms([log, log], [outer, inner, end])).toEqual({
    rows: 4,
    lacking: 0,
    unsent: [],
    repeated: 0,
    differing: [],
  })
})

it('reports a change of state that was not sent, also if later ones were', () => {
  expect(judgeAlarms([[outer, inner, end]], [outer, end])).toMatchObject({ unsent: ['golf.2'], differing: [] })
})

it('reports a receiver that did not get the newest state', () => {
  const judged = judgeAlarms([[outer, inner, end]], [outer, inner])
  expect(judged).toMatchObject({ unsent: ['golf.4'], differing: ['golf/lightning'] })
  expect(judgeAlarms([[outer, inner]], [])).toMatchObject({ differing: ['golf/lightning'] })
})

it('reports messages in another order than the changes', () => {
  expect(judgeAlarms([[outer, inner, end]], [outer, end, inner]).differing).toEqual(['golf/lightning'])
})

it('counts rows that a process lacks, and repeated messages', () => {
  expect(judgeAlarms([[outer, inner], [outer]], [outer, outer, inner])).toMatchObject({
    rows: 2,
    lacking: 1,
    repeated: 1,
  })
})
