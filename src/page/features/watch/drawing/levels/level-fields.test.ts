import { expect, it } from 'vitest'
import type { Level } from '../../../../../contract/watch/levels.ts'
import { ladderFrom, levelFieldValuesOf, moved, withChange, withOneMore, wrongIn } from './level-fields.ts'

const RED: Level = {
  id: 'red',
  name: 'RED',
  nameZh: '红色',
  km: 5,
  holdMin: 15,
  strikes: 2,
  withinMin: 5,
  colour: 'red',
  action: 'All ramp work stops',
  actionZh: '机坪作业全部停止',
  who: ['Ramp control', 'Fuelling'],
}
const WATCH: Level = {
  id: 'watch',
  name: 'WATCH',
  km: 30,
  holdMin: 15,
  strikes: 1,
  withinMin: 10,
  expect: { km: 20, percent: 50, withinMin: 30 },
}
const SOON: Level = {
  id: 'soon',
  name: 'Soon',
  holdMin: 10,
  strikes: 1,
  withinMin: 10,
  chance: { km: 10, percent: 60, withinMin: 15 },
}

it('restores each level unchanged, including properties without a field', () => {
  expect(ladderFrom(levelFieldValuesOf([SOON, RED, WATCH]), [])).toEqual([SOON, RED, WATCH])
})

it('updates names that state the distance of a level with it, and keeps other names', () => {
  const [ring, red] = levelFieldValuesOf([{ ...RED, name: '5 km', nameZh: '5公里' }, RED])
  const typed = ['', '3', '3.5'].reduce((level, km) => withChange(level, { km }), ring!)
  expect(typed).toMatchObject({ km: '3.5', name: '3.5 km', nameZh: '3.5公里' })
  const renamed = withChange(withChange(ring!, { name: 'Clear the course' }), { km: '3' })
  expect(renamed).toMatchObject({ name: 'Clear the course', nameZh: '3公里' })
  expect(withChange(red!, { km: '3' })).toMatchObject({ name: 'RED', nameZh: '红色' })
  const stated = { ...ring!, name: 'STOP within 5 km', nameZh: '5公里内停工' }
  const retyped = ['', '7'].reduce((level, km) => withChange(level, { km }), stated)
  expect(retyped).toMatchObject({ name: 'STOP within 7 km', nameZh: '7公里内停工' })
  expect(withChange({ ...stated, name: 'Within 15 km' }, { km: '3' })).toMatchObject({ name: 'Within 15 km' })
})

it('adds a level at twice the radius, with a unique id from its name', () => {
  const levels = withOneMore(levelFieldValuesOf([RED, WATCH]))
  expect(levels.at(-1)).toMatchObject({ id: null, km: '50', holdMin: '15', name: '' })
  const called = (name: string) => ladderFrom(levels.with(2, { ...levels[2]!, name }), ['gale'])?.at(-1)?.id
  expect([called(''), called('Red'), called('Gale !'), called('关注')]).toEqual([
    undefined,
    'red-2',
    'gale-2',
    'level-3',
  ])
  expect(new Set(withOneMore(moved(levels, 2, -1)).map(({ key }) => key)).size).toBe(4)
})

it('moves levels, and finds one that is nearer than a level above it', () => {
  const levels = levelFieldValuesOf([RED, WATCH])
  expect(moved(levels, 0, -1)).toBe(levels)
  const other = moved(levels, 0, 1)
  expect(other.map(({ id }) => id)).toEqual(['watch', 'red'])
  expect(wrongIn(other, 1)).toEqual(['order'])
  expect(ladderFrom(other, [])).toBe(null)
})

it.each([
  ['name', { name: ' ' }],
  ['km', { km: '' }],
  ['km', { km: '0.4' }],
  ['km', { km: '5 km' }],
  ['km', { km: '1e1' }],
  ['holdMin', { holdMin: '4' }],
  ['holdMin', { holdMin: '7.5' }],
  ['holdMin', { holdMin: '31' }],
  ['percent', { percent: '4' }],
  ['percent', { percent: 'half' }],
  ['who', { who: 'a,'.repeat(11) }],
] as const)('takes no %s like %j', (field, change) => {
  const levels = levelFieldValuesOf([RED]).map((level) => ({ ...level, ...change }))
  expect(wrongIn(levels, 0)).toEqual([field])
  expect(ladderFrom(levels, [])).toBe(null)
})

it('returns nothing without levels', () => {
  expect(ladderFrom([], [])).toBe(null)
})
