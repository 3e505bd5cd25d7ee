import { expect, it } from 'vitest'
import { forecastCsv } from './save-csv.ts'

const timesMs = [Date.UTC(2026, 6, 1, 16), Date.UTC(2026, 6, 1, 17)]

it('holds every element under the name of the wire with its unit, and each time twice', () => {
  const series = {
    timesMs,
    elements: [
      { name: 'temperature', unit: '°C', values: [1.5, null] },
      { name: 'haze_index', unit: '', values: [3, 4] },
    ],
  }
  expect(forecastCsv(series, { step: 'hourly', zone: 'Asia/Shanghai' }).trim().split('\r\n')).toEqual([
    'UTC,Asia/Shanghai,temperature (°C),haze_index',
    '2026-07-01T16:00:00.000Z,2026-07-02 00:00,1.5,3',
    '2026-07-01T17:00:00.000Z,2026-07-02 01:00,,4',
  ])
})
