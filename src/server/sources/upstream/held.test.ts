import { expect, it } from 'vitest'
import { strikeRecordSchema } from '../../../contract/lightning.ts'
import { reportRecordSchema } from '../../../contract/metar.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createLatestReports } from './latest-reports.ts'
import { createRecentStrikes } from './recent-strikes.ts'

it('holds strikes by arrival, so that a new client finds the late ones of a join', async () => {
  const clock = createFakeClock()
  const recent = createRecentStrikes(clock)
  const strike = (agoMs: number) =>
    strikeRecordSchema.parse({ time: BigInt(Math.floor(clock.now()) - agoMs) * 1_000_000n, lat: 1, lon: agoMs / 1e6 })
  recent.add([strike(200_000), strike(1_000), strike(301_000)])
  expect(recent.last(1)).toHaveLength(3)
  await clock.advance(90_000)
  recent.add([strike(0)])
  expect(recent.last(1)).toHaveLength(1)
  expect(recent.last(5)).toHaveLength(4)
  clock.step(-3_600_000)
  expect(recent.last(5)).toHaveLength(4)
  await clock.advance(220_000)
  expect(recent.last(5)).toHaveLength(1)
})

it('holds the latest report of each airport, a correction replacing its original', () => {
  const latest = createLatestReports()
  const report = (icao: string, obs_time: string, arrived_at: string, raw_metar: string) =>
    reportRecordSchema.parse({ icao, obs_time, arrived_at, raw_metar })
  latest.add([
    report('ZSPD', '2026-07-01T08:00:00Z', '2026-07-01T08:02:00Z', 'first'),
    report('ZBAA', '2026-07-01T08:00:00Z', '2026-07-01T08:02:00Z', 'only'),
  ])
  latest.add([report('ZSPD', '2026-07-01T07:30:00Z', '2026-07-01T08:09:00Z', 'late and old')])
  latest.add([report('ZSPD', '2026-07-01T16:00:00+08:00', '2026-07-01T08:05:00Z', 'corrected')])
  expect(latest.of(['zspd', 'ZSPD', 'ZZZZ']).map(({ raw_metar }) => raw_metar)).toEqual(['corrected'])
  expect(latest.of('all')).toHaveLength(2)
})
