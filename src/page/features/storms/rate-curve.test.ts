import { expect, it } from 'vitest'
import { stormAt } from '../../../testing/fakes/fake-storm.ts'
import { rateCurve } from './rate-curve.ts'

const at = (minutes: number, strokesPerMin: number | null) => ({
  t: new Date(Date.UTC(2026, 6, 1, 8, minutes)).toISOString(),
  lat: 31,
  lon: 121,
  strokesPerMin,
})

it('breaks where the storm was not found, and where the rate is unknown', () => {
  const track = [at(0, 4), at(5, 6), at(20, 2), at(25, null)]
  const { timesMs, rates } = rateCurve(
    stormAt({ lat: 31, lon: 121 }, { track, strokesPerMin: 7 }),
    Date.UTC(2026, 6, 1, 8, 27),
  )
  expect(rates).toEqual([4, 6, null, 2, null, 7])
  expect(timesMs.toSorted((a, b) => a - b)).toEqual(timesMs)
})
