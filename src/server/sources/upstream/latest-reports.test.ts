import { expect, it } from 'vitest'
import { reportRecordSchema } from '../../../contract/metar.ts'
import { createLatestReports } from './latest-reports.ts'

const record = (raw: string, over: object) =>
  reportRecordSchema.parse({ icao: 'RCTP', raw_metar: raw, arrived_at: '2026-11-25T21:30:00Z', ...over })

const VFR = record('METAR RCTP 252100Z 13002MPS CAVOK 16/10 Q1018', { obs_time: '2026-11-25T21:00:00+00:00' })

it.each([1_795_642_140, '1795642140', '2026/11/25 21:29', '2026-11-25 21:29', undefined])(
  'holds the newest report, with its time in any notation (%j)',
  (obs_time) => {
    const fog = record('SPECI RCTP 252129Z 13002MPS 0200 FG VV001 16/16 Q1018=', { obs_time })
    for (const order of [
      [VFR, fog],
      [fog, VFR],
    ]) {
      const latest = createLatestReports()
      latest.add(order)
      expect(latest.of(['RCTP'])).toEqual([fog])
    }
  },
)

it('keeps a correction if its first version is repeated', () => {
  const first = record('METAR RCTP 252100Z 13002MPS CAVOK', { obs_time: '2026-11-25T21:00:00Z' })
  const corrected = record('METAR COR RCTP 252100Z 13002MPS 0200 FG', { obs_time: '2026-11-25T21:00:00Z' })
  const latest = createLatestReports()
  latest.add([first, corrected, { ...first, arrived_at: '2026-11-25T21:40:00Z' }])
  expect(latest.of('all')).toEqual([corrected])
})
