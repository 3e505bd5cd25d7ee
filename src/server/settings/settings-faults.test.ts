import { expect, it } from 'vitest'
import { rightsSchema } from '../../contract/watch/rights.ts'
import { faultOf, problemAt } from '../../core/problems/problem.ts'
import { createSettingsFaults } from './settings-faults.ts'

it('keeps the first problems of a name, counts all, and stays within the page’s limits', () => {
  const faults = createSettingsFaults()
  for (let i = 0; i < 10_000; i++)
    faults.add('stored places', problemAt(faultOf('json'), { entry: 'state', id: `row ${i}: ${'x'.repeat(5_000)}` }))
  for (let i = 0; i < 100; i++) faults.add(`file ${i}`, problemAt(faultOf('json')))
  expect(faults.counts()['stored places']).toBe(10_000)
  const [first] = faults.list()
  expect([first?.problems.length, first?.more]).toEqual([20, 9980])
  expect(
    rightsSchema.safeParse({ name: null, acknowledge: null, configure: null, faults: faults.list() }).success,
  ).toBe(true)
})

it('removes a corrected name, and counts it as 0', () => {
  const faults = createSettingsFaults()
  const problem = problemAt(faultOf('range', { least: 1, most: 60, received: '0' }), { entry: 'rule', number: 1 })
  faults.set('RULES_FILE', [problem])
  expect(faults.list()).toEqual([{ name: 'RULES_FILE', problems: [problem], more: 0 }])
  faults.set('RULES_FILE', [])
  expect(faults.list()).toEqual([])
  expect(faults.counts()).toMatchObject({ RULES_FILE: 0, PLACES_FILE: 0 })
})
