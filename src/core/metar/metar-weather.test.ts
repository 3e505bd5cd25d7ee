import { expect, it } from 'vitest'
import { readWeatherCode } from './metar-weather.ts'

it('takes a code apart', () => {
  expect(readWeatherCode('+SHRASN')).toEqual({ intensity: '+', descriptor: 'SH', phenomena: ['RA', 'SN'] })
  expect(readWeatherCode('VCTS')).toEqual({ intensity: 'VC', descriptor: 'TS', phenomena: [] })
  expect(readWeatherCode('BR')).toEqual({ intensity: null, descriptor: null, phenomena: ['BR'] })
})

it('reads codes in an order that stations write by mistake', () => {
  const heavy = { intensity: '+', descriptor: 'TS', phenomena: ['RA'] }
  expect(readWeatherCode('TSRA+')).toEqual(heavy)
  expect(readWeatherCode('RA+TS')).toBeNull() // two groups
  expect(readWeatherCode('RATS')).toEqual({ ...heavy, intensity: null })
  expect(readWeatherCode('TSSH')).toEqual({ intensity: null, descriptor: 'TS', phenomena: [] })
  expect(readWeatherCode('SHTSRA')).toEqual({ ...heavy, intensity: null })
  expect(readWeatherCode('+VCTS')).toEqual({ intensity: 'VC', descriptor: 'TS', phenomena: [] })
  expect(readWeatherCode('TSVC')).toEqual({ intensity: 'VC', descriptor: 'TS', phenomena: [] })
})

it('rejects invalid codes', () => {
  for (const text of ['', '-', 'NOSIG', 'RETSRA', 'SKC', 'VC', 'TSB40', 'KSTS', 'STSRA', 'SHFZRA'])
    expect(readWeatherCode(text)).toBeNull()
})
