import { expect, it } from 'vitest'
import { arrangeCharts } from './arrange-charts.ts'

const element = (name: string) => ({ name, unit: '', values: [1] })

it('draws together what is read together, and loses no element it does not know', () => {
  const plans = arrangeCharts(['uv', 'pressure', 'feels_like_temperature', 'temperature', 'precipitation'].map(element))
  expect(plans.map(({ elements }) => elements.map(({ name }) => name))).toEqual([
    ['temperature', 'feels_like_temperature'],
    ['precipitation'],
    ['pressure'],
    ['uv'],
  ])
})
