import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEVEL_STATES, type LevelStateName } from '../../contract/watch/place-states.ts'
import { levelState, rowOf } from '../../testing/channels/rows.ts'
import {
  ALL_LEVELS,
  HIGHEST,
  headlineOfSignature,
  OFF,
  OUTERMOST,
  rowAsSeen,
  type Selection,
  signatureOf,
  stepBetween,
  subjectOf,
  UNKNOWN_ON,
} from './signature.ts'

const IDS = ['r5', 'r8', 'r16']
const ALL: Selection = { levels: [ALL_LEVELS], expected: true }
const ladderOf = (...states: LevelStateName[]) => states.map((state, at) => levelState(IDS[at]!, state))
const lightning = (...states: LevelStateName[]) => ({ ladder: 'lightning' as const, levels: ladderOf(...states) })
const weather = (...states: LevelStateName[]) => ({ ladder: 'weather' as const, levels: ladderOf(...states) })

describe('a signature', () => {
  it.each([
    [['off', 'off', 'off'], ALL, 'off'],
    [['off', 'on', 'on'], ALL, 'r8:on'],
    [['expected', 'off', 'on'], ALL, 'r16:on r5:expected'],
    [['off', 'off', 'expected'], ALL, 'r16:expected'],
    [['off', 'off', 'expected'], { ...ALL, expected: false }, 'off'],
    [['expected', 'expected', 'on'], ALL, 'r16:on r5:expected'],
    [['on', 'expected', 'off'], ALL, 'r5:on'],
    [['on', 'on', 'on'], { levels: [OUTERMOST], expected: false }, 'r16:on'],
    [['on', 'on', 'on'], { levels: [HIGHEST], expected: false }, 'r5:on'],
    [['off', 'on', 'on'], { levels: ['r16', HIGHEST], expected: false }, 'r16:on'],
    [['off', 'on', 'on'], { levels: ['r7'], expected: false }, 'off'],
    [['on', 'on', 'off'], { levels: ['!highest'], expected: false }, 'r8:on'],
  ] as const)('of %j for %j is %s', (states, selection, signature) => {
    expect(signatureOf(lightning(...states), selection)).toBe(signature)
  })

  it('of weather names every level that is on, since they measure different quantities', () => {
    expect(signatureOf(weather('on', 'off', 'on'), ALL)).toBe('r5:on r16:on')
  })
})

describe('a step', () => {
  const step = (from: string, to: string) => stepBetween(lightning('off', 'off', 'off'), from, to)
  it.each([
    ['off', 'off', null],
    ['off', 'r16:on', 'up'],
    ['r16:on', 'r5:on', 'up'],
    ['r5:on', 'r8:on', 'down'],
    ['r5:on r8:on', 'off', 'end'],
    ['off', 'r16:expected', 'expected'],
    ['r16:expected', 'off', 'lapsed'],
    ['r16:expected', 'r16:on', 'up'],
    ['r16:on', 'r16:on r5:expected', 'expected'],
    ['r16:on r5:expected', 'r16:on r8:expected', 'lapsed'],
    ['r16:on', 'r16:expected', 'end'],
    ['gone:on', 'r16:on', 'up'],
    ['r16:on', 'gone:on', 'down'],
    [UNKNOWN_ON, 'off', 'end'],
    [UNKNOWN_ON, 'r16:on', 'up'],
  ] as const)('from "%s" to "%s" is %s', (from, to, named) => {
    expect(step(from, to)).toBe(named)
  })

  it.each([
    ['off', 'r8:on', 'up'],
    ['r8:on', 'r5:on', 'up'],
    ['r5:on', 'r5:on r8:on', 'up'],
    ['r5:on r8:on', 'r8:on', 'down'],
    ['r8:on', 'off', 'end'],
  ] as const)('of weather from "%s" to "%s" is %s', (from, to, named) => {
    expect(stepBetween(weather('off', 'off', 'off'), from, to)).toBe(named)
  })
})

describe('a row as a channel sees it', () => {
  const row = rowOf({
    place: 'golf',
    levels: [
      levelState('r5', 'on', { action: 'Stop', who: ['Ramp'], colour: 'red' }),
      levelState('r8', 'on'),
      levelState('r16', 'on', { action: 'No fuelling', who: ['Fuel'], colour: 'yellow' }),
    ],
    before: ladderOf('off', 'off', 'on'),
    atMs: Date.UTC(2026, 6, 1, 8, 14),
    over: { action: 'Stop', who: ['Ramp'], colour: 'red' },
  })

  it('has its headline, action, levels and stage by the selected levels', () => {
    const seen = rowAsSeen(row, { levels: ['r16'], expected: false }, { before: OFF, step: 'up' })
    expect(seen).toMatchObject({
      level: 'r16',
      state: 'on',
      action: 'No fuelling',
      who: ['Fuel'],
      colour: 'yellow',
      stage: 'alert',
      step: 'up',
      before: { level: null, state: 'off' },
      changed: [],
    })
    expect(seen.levels.map(({ id }) => id)).toEqual(['r16'])
  })

  it('is the row where all levels are chosen', () => {
    const told = { before: 'r16:on', step: row.step }
    expect(rowAsSeen(row, ALL, told)).toEqual(row)
  })

  it('is about its ladder, its stops, its reports or a feed', () => {
    expect(subjectOf(row)).toBe('golf/lightning')
    expect(subjectOf({ ...row, step: 'stop' })).toBe('golf/stops')
    expect(subjectOf({ ...row, step: 'observation', ladder: 'weather' })).toBe('golf/reports')
    expect(subjectOf({ ...row, step: 'observation', place: null, ladder: null, feed: 'reports' })).toBe('/reports')
    expect(subjectOf({ ...row, step: 'speci' })).toBeNull()
    expect(subjectOf({ ...row, step: undefined })).toBeNull()
  })
})

describe('for any ladder and any choice of levels', () => {
  const states = fc.array(fc.constantFrom(...LEVEL_STATES), { minLength: 3, maxLength: 3 })
  const selections = fc.record({
    levels: fc.subarray([...IDS, ALL_LEVELS, HIGHEST, OUTERMOST], { minLength: 1 }),
    expected: fc.boolean(),
  })
  const ladders = fc.constantFrom('lightning' as const, 'weather' as const)

  it('a message has exactly the state of the selected levels, and a changed signature always has a step', () => {
    fc.assert(
      fc.property(ladders, states, states, selections, (ladder, from, to, selection) => {
        const row = rowOf({ place: 'golf', ladder, levels: ladderOf(...to), before: ladderOf(...from), atMs: 0 })
        const before = signatureOf({ ladder, levels: ladderOf(...from) }, selection)
        const after = signatureOf(row, selection)
        const step = stepBetween(row, before, after)
        expect(step === null).toBe(before === after)
        const seen = rowAsSeen(row, selection, { before, step: step ?? 'other' })
        expect(signatureOf(seen, ALL)).toBe(after)
        expect({ level: seen.level, state: seen.state }).toEqual(headlineOfSignature(after))
        if (step === 'end') expect(seen.state).not.toBe('on')
        if (step === 'up') expect(seen.state).toBe('on')
      }),
    )
  })
})
