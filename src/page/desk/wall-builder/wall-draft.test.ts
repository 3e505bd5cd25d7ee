import { expect, it } from 'vitest'
import { draftedWall, movedTo, useWallDraft } from './wall-draft.ts'

it('puts a place elsewhere in the order, and at the end where it would go beyond', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(movedTo(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
})

it('makes the settings of a wall, with the view of the desk except for a wall that fits activity', () => {
  const view = { zoom: 5, lat: 30, lon: 112 }
  const draft = { ...useWallDraft.getState(), stops: [{ id: 1, text: 'ZSPD', name: 'Pudong' }], scale: 1.5, dim: 40 }
  const made = (sight: typeof draft.sight) => draftedWall({ ...draft, sight }, view)
  expect(made('activity')).toEqual({ tour: null, follow: false, home: null, dwellS: 20, scale: 1.5, dim: 40 })
  expect(made('storm')).toMatchObject({ tour: null, follow: true, home: view })
  expect(made('view')).toMatchObject({ tour: null, follow: false, home: view })
  expect(made('tour')).toMatchObject({ tour: ['ZSPD'], follow: false, home: view })
})
