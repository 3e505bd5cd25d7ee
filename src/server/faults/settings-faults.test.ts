import { expect, it } from 'vitest'
import { rightsSchema } from '../../contract/watch/rights.ts'
import { createSettingsFaults } from './settings-faults.ts'

it('keeps the first problems of a name, counts all of them, and always fits what the page reads', () => {
  const faults = createSettingsFaults()
  for (let i = 0; i < 10_000; i++) faults.add('stored places', `row ${i}: ${'x'.repeat(5_000)}`)
  for (let i = 0; i < 100; i++) faults.add(`file ${i}`, 'is not valid JSON')
  expect(faults.counts()['stored places']).toBe(10_000)
  const [first] = faults.list()
  expect(first?.problems.at(-1)).toBe('9980 more')
  expect(
    rightsSchema.safeParse({ name: null, acknowledge: null, configure: null, faults: faults.list() }).success,
  ).toBe(true)
})

it('forgets a name that is right again, and goes on counting it as 0', () => {
  const faults = createSettingsFaults()
  faults.set('RULES_FILE', ['rule 1: windMps must be between 1 and 60, got 0'])
  expect(faults.list()).toEqual([{ name: 'RULES_FILE', problems: ['rule 1: windMps must be between 1 and 60, got 0'] }])
  faults.set('RULES_FILE', [])
  expect(faults.list()).toEqual([])
  expect(faults.counts()).toMatchObject({ RULES_FILE: 0, PLACES_FILE: 0 })
})
