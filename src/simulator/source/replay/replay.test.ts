import { describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../../contract/metar.ts'
import { distanceKm } from '../../../core/geo/geo.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { NORWAY, openedReplay, VERMONT } from '../../../testing/replay-kit.ts'
import { loadSimAirports } from '../metar/sim-airports.ts'
import { createSyntheticSource } from '../synthetic-source.ts'
import { airportsNear } from './replay.ts'

const START = Date.UTC(2026, 11, 1, 8)

describe('the airports of a replay', () => {
  it('are those near its strikes', async () => {
    const { airports } = await openedReplay(NORWAY, START)
    const codes = airports.map(({ icao_code }) => icao_code)
    expect(codes).toEqual(expect.arrayContaining(['ENGM', 'ENTC', 'EFIV']))
    expect(codes).not.toContain('ZSPD')
    expect(codes).not.toContain('KJFK')
  })

  it("are the simulator's if none is near, since some must report", () => {
    const lonely = { lats: Float64Array.of(-50), lons: Float64Array.of(-120), count: 1 }
    const blank = { seconds: new Float64Array(1), nanoseconds: new Float64Array(1), polarities: new Int8Array(1) }
    const own = loadSimAirports()
    expect(airportsNear({ ...lonely, ...blank }, own)).toBe(own)
  })
})

describe('the reports of a replay', () => {
  it('report thunder with strikes nearby, and none without', async () => {
    const { playback, airports, ...replay } = await openedReplay(VERMONT, START)
    const { lats, lons } = playback.recording
    const clock = createFakeClock(START)
    const source = createSyntheticSource({
      clock,
      seed: 1,
      recordsPerSecond: 60,
      storm: null,
      startedAtMs: START,
      airports,
      replay: { ...replay, playback },
    })
    const near: string[] = []
    const far: string[] = []
    for (let hour = 1; hour <= 4; hour++) {
      await clock.advance(HOUR_MS)
      for (const record of await source.latestReports('all')) {
        const { icao, raw_metar: raw, obs_time } = reportRecordSchema.parse(record)
        if (/NIL|AUTO|COR/.test(raw)) continue
        const { latitude: lat, longitude: lon } = airports.find(({ icao_code }) => icao_code === icao)!
        const { first, end } = playback.before(Date.parse(obs_time!), 10)
        const km = Array.from({ length: end - first }, (_, i) =>
          distanceKm({ lat, lon }, { lat: lats[first + i]!, lon: lons[first + i]! }),
        )
        if (Math.min(...km) < 6) near.push(raw)
        else if (Math.min(...km) > 60) far.push(raw)
      }
    }
    expect(near.length).toBeGreaterThan(5)
    for (const raw of near) expect(raw).toMatch(/ [+-]?TS.*CB/)
    expect(near.filter((raw) => /TSRA/.test(raw)).length).toBeGreaterThan(near.length / 2)
    expect(near.filter((raw) => /\dG\d\dKT/.test(raw)).length).toBeGreaterThan(near.length / 4)
    // It is December, and was August.
    for (const raw of [...near, ...far]) expect(raw).not.toMatch(/ [+-]?(SH|TS)?SN | M\d\d\//)
    expect(far.length).toBeGreaterThan(300)
    for (const raw of far) expect(raw.replace(/ (TEMPO|BECMG).*/, '')).not.toMatch(/ [+-]?(VC)?TS/)
  })
})
