import { expect, it } from 'vitest'
import { turnsAt } from './scripted-series.ts'

it('has one storm between the changes', () => {
  expect(turnsAt(8_500, 1_000, 100)).toEqual([{ index: 8, sinceMs: 500, strength: 1 }])
})

it('lets one grow while its predecessor fades', () => {
  const [growing, fading] = turnsAt(8_050, 1_000, 100)
  expect(growing).toMatchObject({ index: 8, sinceMs: 50 })
  expect(fading).toMatchObject({ index: 7, sinceMs: 1_050 })
  expect(growing!.strength + fading!.strength).toBe(1)
  expect(growing!.strength).toBeCloseTo(0.5, 10)
})
