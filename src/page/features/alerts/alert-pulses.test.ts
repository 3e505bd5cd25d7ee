import { expect, it } from 'vitest'
import { spotsOf } from './alert-pulses.tsx'

it('has one ring per airport or place, and none for alarms without a position', () => {
  const spotOf = (id: string) => (id === 'gone' ? undefined : { lat: 31, lon: id.length })
  expect(spotsOf(['a', 'bb', 'a', 'gone'], spotOf)).toEqual([
    { lat: 31, lon: 1 },
    { lat: 31, lon: 2 },
  ])
})
