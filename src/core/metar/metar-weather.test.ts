import { expect, it } from 'vitest'
import { readWeatherCode } from './metar-weather.ts'

it('takes a code apart', () => {
  expect(readWeatherCode('+SHRASN')).toEqual({ intensity: '+', descriptor: 'SH', phenomena: ['RA', 'SN'] })
  expect(readWeatherCode('VCTS')).toEqual({ intensity: 'VC', descriptor: 'TS', phenomena: [] })
  expect(readWeatherCode('BR')).toEqual({ intensity: null, descriptor: null, phenomena: ['BR'] })
})

it('rejects invalid codes', () => {
  for (const text of ['', '-', 'NOSIG', 'RETSRA', 'SKC']) expect(readWeatherCode(text)).toBeNull()
})
