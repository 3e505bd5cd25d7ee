import { expect, it } from 'vitest'
import { withPulses } from './alert-pulses.tsx'

const spotOf = (id: string) => (id === 'gone' ? undefined : { lat: 31, lon: id.length })
const raised = (...ids: string[]) => ids.map((icao, i) => ({ icao, atMs: i }))
const keys = (...args: Parameters<typeof withPulses>) => withPulses(...args).map(({ key }) => key)

it('opens one ring per airport or place, and none for alarms without a position', () => {
  expect(keys([], raised('a', 'b', 'a', 'gone'), spotOf)).toEqual(['a/2', 'b/1'])
})

it('opens a limited number at once, for any number of alarms', () => {
  const many = raised(...Array.from({ length: 500 }, (_, i) => `p${i}`))
  const running = withPulses([], many.slice(0, 10), spotOf)
  expect(running).toHaveLength(10)
  const full = withPulses(running, many.slice(10), spotOf)
  expect(full).toHaveLength(12)
  expect(full.slice(0, 10)).toEqual(running)
})
