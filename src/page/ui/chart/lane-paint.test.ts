import { expect, it } from 'vitest'
import type { ChartSeries } from './chart-series.ts'
import { unknownSpans } from './lane-paint.ts'

const series = (...values: (number | null)[]): ChartSeries => ({ label: '', unit: '', colour: '', values })
const spansOf = (...all: ChartSeries[]) =>
  unknownSpans({ series: all }, [0, 1, 2, 3, 4]).map(({ fromMs, toMs }) => [fromMs, toMs])

it('has the unknown periods of a lane, from the last value before to the first after', () => {
  expect(spansOf(series(1, 2, null, 4, 5))).toEqual([
    [1, 2],
    [2, 3],
  ])
  expect(spansOf(series(1, 2, 3, 4, null))).toEqual([[3, 4]])
  expect(spansOf(series(1, 2, 3, 4, 5))).toEqual([])
})

it('shows values of one of its series as known', () => {
  expect(spansOf(series(1, 2, null, 4, 5), series(null, null, 3, null, null))).toEqual([])
})
