import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../../../contract/metar.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import { plotName, plotSky, readPlotName, stationPlot } from './station-plot.ts'

const read = (body: string) => {
  const raw = `METAR ZSPD 010800Z ${body}`
  return reportFromRecord(
    reportRecordSchema.parse({ icao: 'ZSPD', raw_metar: raw, arrived_at: '2026-07-01T08:05:00Z' }),
  )!
}
const plot = (body: string) => stationPlot(read(body), { category: 'mvfr', barb: '10', windDeg: 210 })

it('writes the texts around the circle', () => {
  expect(plot('21004MPS 3000 -TSRA BR FG BKN020 M02/M05 Q1013')).toEqual({
    category: 'mvfr',
    barb: '10',
    windDeg: 210,
    sky: 'broken',
    temperature: '−2',
    dewPoint: '−5',
    pressure: '130',
    visibility: '3000',
    weather: '-TSRA BR',
  })
  expect(plot('21004MPS 9999 NSC 20/10 Q0998')).toMatchObject({ visibility: '10+', pressure: '980', weather: '' })
  expect(plot('21004MPS 7000 NSC 20/10 Q1000')).toMatchObject({ visibility: '7 km', pressure: '000' })
  expect(plot('21004MPS M1/4SM FG VV/// 05/05 Q1000')).toMatchObject({ sky: 'obscured', visibility: '<402' })
})

it('omits unreported values', () => {
  expect(plot('21004MPS //// // ////// ///// Q////')).toMatchObject({
    sky: 'unknown',
    temperature: '',
    dewPoint: '',
    pressure: '',
    visibility: '',
  })
})

it('shows the sky by its most covered layer', () => {
  const sky = (groups: string) => plotSky(read(`21004MPS ${groups} 20/10 Q1010`))
  expect(sky('9999 FEW010 OVC020')).toBe('overcast')
  expect(sky('9999 SCT010 FEW020')).toBe('scattered')
  expect(sky('9999 FEW010')).toBe('few')
  expect(sky('CAVOK')).toBe('clear')
  expect(sky('9999 NSC')).toBe('clear')
  expect(sky('0100 FG VV001')).toBe('obscured')
  expect(sky('9999')).toBe('unknown')
  expect(sky('9999 FEW010 BK003')).toBe('unknown')
  expect(sky('9999 FEW010 ///003')).toBe('unknown')
  expect(sky('9999 BK003 OVC020')).toBe('overcast')
})

it('is encoded in the name of its picture', () => {
  const full = plot('21004MPS 3000 -TSRA BR BKN020 M02/M05 Q1013')
  expect(readPlotName(plotName(full))).toEqual(full)
})
