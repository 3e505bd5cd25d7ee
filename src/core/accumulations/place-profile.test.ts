import { expect, it } from 'vitest'
import { placeProfile, thunderPercent, watchedPercent } from './place-profile.ts'

const NONE = { observedHours: 0, thunderHours: 0, strokes: 0 }

/** A table with these hours in July, and zeros in other months. */
const tableOf = (july: Record<number, typeof NONE>) =>
  Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: 24 }, (_, hour) => (month === 6 ? (july[hour] ?? NONE) : NONE)),
  )

const profile = placeProfile({
  from: '2026-06-30T22:00:00.000Z',
  to: '2026-07-03T00:00:00.000Z',
  months: tableOf({
    7: { observedHours: 2, thunderHours: 1, strokes: 30 },
    8: { observedHours: 0.5, thunderHours: 0, strokes: 0 },
  }),
})

it('has the observed time by hour of the day and by month', () => {
  expect(profile.byHour[7]).toEqual({ thunderHours: 1, watchedHours: 2, allHours: 2, strokes: 30 })
  expect(profile.byHour[23]).toMatchObject({ watchedHours: 0, allHours: 3 })
  expect(profile.byMonth[6]).toEqual({ thunderHours: 1, watchedHours: 2.5, allHours: 48, strokes: 30 })
  expect(profile.byMonth[5]).toMatchObject({ watchedHours: 0, allHours: 2 })
  expect(profile.byMonth[0]).toMatchObject({ allHours: 0 })
})

it('has no share for unobserved time', () => {
  expect(profile.byHour.slice(7, 10).map(thunderPercent)).toEqual([50, null, null])
  expect(profile.byHour.slice(7, 10).map(watchedPercent)).toEqual([100, 25, 0])
  expect(watchedPercent(profile.byMonth[0]!)).toBeNull()
})

it('is empty without sums', () => {
  expect(placeProfile({ from: null, to: null, months: [] })).toEqual({ byHour: [], byMonth: [] })
})
