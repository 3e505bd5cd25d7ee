import { expect, it } from 'vitest'
import { DRIFT_SIZE, driftsInSteps } from './drifts.ts'
import { MotionField } from './motion-field.ts'
import { StrikeBins } from './strike-bins.ts'

const NOW = Date.UTC(2026, 6, 1, 8)

it('looks up the motion of a few squares in each step, for any number of struck ones', () => {
  const bins = new StrikeBins()
  for (let i = 0; i < 500; i++) bins.add(NOW - 60_000, 20 + (i % 25), 80 + i / 5)
  let asked = 0
  const field = new MotionField()
  field.at = () => {
    asked++
    return null
  }
  const askedBy: number[] = []
  const steps = driftsInSteps(bins, field, NOW)
  let found = steps.next()
  for (; !found.done; found = steps.next()) askedBy.push(asked)
  askedBy.push(asked)
  expect(found.value).toHaveLength(500 * DRIFT_SIZE)
  expect(asked).toBe(500)
  expect(Math.max(...askedBy.map((count, i) => count - (askedBy[i - 1] ?? 0)))).toBe(20)
})
