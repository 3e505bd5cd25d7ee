import { expect, it } from 'vitest'
import { stormAt } from '../../testing/fakes/fake-storm.ts'
import { badgeOf } from './storm-badges.ts'

const changed = (trend: 'starting' | 'growing' | 'steady' | 'weakening' | null, changePerMin: number) =>
  badgeOf(stormAt({ lat: 31, lon: 121 }, { trend, strokesPerMin: 100 + changePerMin, changePerMin }))

it('shows a change in steps of five per cent, and no unchanged rate', () => {
  expect(changed('growing', 26)).toEqual({ kind: 'rising', percent: 25 })
  expect(changed('weakening', -31)).toEqual({ kind: 'falling', percent: -30 })
  expect(changed('steady', 12)).toBeNull()
})

it('labels a new storm as new only, and nothing if unknown', () => {
  expect(changed('starting', 900)).toEqual({ kind: 'new' })
  expect(changed(null, 0)).toBeNull()
})
