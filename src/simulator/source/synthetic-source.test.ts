import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type StrikeRecord, strikeIdentity } from '../../contract/lightning.ts'
import { type ReportRecord, reportRecordSchema } from '../../contract/metar.ts'
import type { ReportEvent, StrikeEvent } from '../../server/sources/source.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { loadSimAirports } from './metar/sim-airports.ts'
import { CROSSING } from './scenarios/scripted-crossing.ts'
import { createSyntheticSource } from './synthetic-source.ts'
import type { SyntheticWeather } from './weather.ts'

const START = Date.UTC(2026, 6, 1, 8)

/** A report every 20 s, from one airport. */
const weather: SyntheticWeather = {
  reportsArrivedBetween: (fromMs, toMs) => {
    const reports: ReportRecord[] = []
    for (let ms = Math.floor(fromMs / 20_000) * 20_000 + 20_000; ms <= toMs; ms += 20_000) reports.push(report(ms))
    return reports
  },
  latestReports: (_icaos, ms) => [report(Math.floor(ms / 20_000) * 20_000)],
  latency: () => [{ icao: 'ZSPD', avg_latency_seconds: 60, sample_count: 1 }],
  prepare: () => [],
  standard: (endpoint) => ({ status: 200, body: { code: 0, message: endpoint } }),
}
const report = (ms: number): ReportRecord => ({
  icao: 'ZSPD',
  raw_metar: `${ms}`,
  arrived_at: new Date(ms).toISOString(),
})

function listen(storm: string | null = null, clock = createFakeClock(START)) {
  const source = createSyntheticSource({
    clock,
    seed: 1,
    recordsPerSecond: 60,
    storm,
    startedAtMs: START,
    airports: [],
    weather,
  })
  const strikes: StrikeEvent[] = []
  const reports: ReportEvent[] = []
  source.onStrikes((event) => strikes.push(event))
  source.onReports((event) => reports.push(event))
  const batches = () => strikes.flatMap((event) => (event.kind === 'batch' ? [event.records] : []))
  return { clock, source, strikes, reports, batches }
}

/** A slightly slower clock does not reveal arrivals in the first millisecond. */
const identities = (records: StrikeRecord[]) =>
  new Set(records.filter(({ arrived_at }) => Date.parse(arrived_at!) > START).map(strikeIdentity))

describe('the lightning line', () => {
  it('sends one batch a second', async () => {
    const { clock, source, batches } = listen()
    await source.start()
    await clock.advance(10_000)
    expect(batches()).toHaveLength(10)
    expect(batches().every((records) => records.length > 0)).toBe(true)
  })

  it('sends empty batches without lightning', async () => {
    const { clock, source, batches } = listen('quiet')
    await source.start()
    await clock.advance(5_000)
    expect(batches()).toEqual([[], [], [], [], []])
    expect(await source.strikes(5)).toEqual([])
  })

  it('sends each batch when its second ends, for any start within a second', async () => {
    const { clock, source, batches } = listen(null, createFakeClock(START + 640))
    await source.start()
    await clock.advance(359)
    expect(batches()).toHaveLength(0)
    await clock.advance(1)
    expect(batches()).toHaveLength(1)
    for (const record of batches()[0]!) {
      expect(Date.parse(record.arrived_at!)).toBeGreaterThanOrEqual(START)
      expect(Date.parse(record.arrived_at!)).toBeLessThan(START + 1_000)
    }
  })

  it('returns over REST the records of the feed in those minutes, with a stall', async () => {
    const { clock, source, batches } = listen('outbreak')
    await source.start()
    await clock.advance(180_000)
    expect(batches().some((records) => records.length === 0)).toBe(true)
    const asked = await source.strikes(3)
    expect(asked.length).toBeGreaterThan(48_000)
    expect(identities(asked)).toEqual(identities(batches().flat()))
  })

  it('returns no strike over REST that arrived before the requested minutes or will arrive later', async () => {
    const { clock, source } = listen()
    await clock.advance(450)
    const arrivals = (await source.strikes(2)).map((record) => Date.parse(record.arrived_at!))
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(clock.now() - 120_000)
    expect(Math.max(...arrivals)).toBeLessThan(clock.now())
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b))
  })

  it('serves the same strikes again after a restart', async () => {
    const first = listen()
    await first.source.start()
    await first.clock.advance(60_000)
    const second = listen(null, createFakeClock(START + 60_000))
    expect(identities(await second.source.strikes(1))).toEqual(identities(first.batches().flat()))
  })

  it('sends the seconds that it slept through in order', async () => {
    const { clock, source, batches, strikes } = listen()
    await source.start()
    clock.step(30_000)
    await clock.advance(1_000)
    expect(batches()).toHaveLength(31)
    const arrivals = batches().map((records) => Math.floor(Date.parse(records[0]!.arrived_at!) / 1_000))
    expect(arrivals).toEqual(Array.from({ length: 31 }, (_, i) => START / 1_000 + i))
    expect(strikes.filter((event) => event.kind === 'gap')).toEqual([])
  })

  it('reports a gap after sleep of more than five minutes', async () => {
    const { clock, source, batches } = listen()
    await source.start()
    clock.step(3_600_000 - 1_000)
    await clock.advance(1_000)
    expect(source.gaps()).toEqual([{ feed: 'lightning', from: '2026-07-01T08:00:00Z', to: '2026-07-01T08:55:00Z' }])
    expect(batches()).toHaveLength(300)
  })

  it('continues without repeats after the clock was set back', async () => {
    const { clock, source, batches } = listen()
    await source.start()
    await clock.advance(20_000)
    const told = batches().length
    clock.step(-10_000)
    await clock.advance(10_000)
    expect(batches().slice(told)).toEqual(Array.from({ length: 10 }, () => []))
    await clock.advance(1_000)
    expect(batches().at(-1)!.length).toBeGreaterThan(0)
  })

  it('counts a second as over where its timer fires a little early', async () => {
    const { clock, source, batches } = listen()
    await source.start()
    await clock.advance(500)
    clock.step(-3)
    await clock.advance(500)
    expect(batches()).toHaveLength(1)
    await clock.advance(10)
    expect(batches()).toHaveLength(1)
    await clock.advance(993)
    expect(batches()).toHaveLength(2)
  })
})

describe('the report line', () => {
  it('sends reports as they arrive, each once', async () => {
    const { clock, source, reports } = listen()
    await source.start()
    await clock.advance(60_000)
    const told = reports.flatMap((event) => (event.kind === 'reports' ? event.records : []))
    expect(told.map((one) => Number(one.raw_metar) - START)).toEqual([20_000, 40_000, 60_000])
  })

  it('reports a gap after sleep longer than the reporting interval of every airport', async () => {
    const { clock, source } = listen()
    await source.start()
    clock.step(5 * 3_600_000 - 1_000)
    await clock.advance(1_000)
    expect(source.gaps()).toContainEqual({ feed: 'metar', from: '2026-07-01T08:00:00Z', to: '2026-07-01T11:00:00Z' })
  })

  it('responds for the moment of the request', async () => {
    const { source } = listen()
    expect(await source.latestReports('all')).toEqual([report(START)])
    expect(await source.latency(['ZSPD'])).toEqual([{ icao: 'ZSPD', avg_latency_seconds: 60, sample_count: 1 }])
    expect(await source.standard('airports', {})).toEqual({
      status: 200,
      body: { code: 0, message: 'airports' },
      asOfMs: expect.closeTo(START, 0),
      stale: false,
    })
  })
})

describe('ten days of reports of five airports', () => {
  it('are created in slices, between which batches are sent', async () => {
    const clock = createFakeClock(START)
    const airports = loadSimAirports()
    const source = createSyntheticSource({
      clock,
      airports,
      seed: 1,
      recordsPerSecond: 60,
      storm: 'quiet',
      startedAtMs: START,
    })
    let answered = false
    const range = { start_time: '2026-06-21T08:00:00Z', end_time: '2026-07-01T08:00:00Z' }
    const asked = source.standard('metarHistory', { stations: 'ZBAA,ZSPD,ZGGG,ZUUU,ZLXY', ...range }).finally(() => {
      answered = true
    })
    let turns = 0
    for (; !answered; turns++) await setImmediate()
    expect(turns).toBeGreaterThanOrEqual(240)
    const { data } = (await asked).body as { data: { count: number } }
    expect(data.count).toBeGreaterThan(1_200)
  })
})

describe('the source', () => {
  it('reports that it is simulated, live between start and close, and free', async () => {
    const { clock, source, strikes, batches } = listen()
    expect(source.simulated).toBe(true)
    expect(source.links().lightning.state).toBe('off')
    await source.start()
    await source.start()
    await clock.advance(2_000)
    expect(source.links().lightning).toMatchObject({ state: 'live', lastMessageAt: '2026-07-01T08:00:02Z' })
    expect((await source.counters()).points).toMatchObject({ spentToday: 0, resetsAt: '2026-07-02T00:00:00Z' })
    await source.close()
    await source.close()
    await clock.advance(5_000)
    expect(batches()).toHaveLength(2)
    expect(clock.pending).toBe(0)
    expect(strikes.filter((event) => event.kind === 'link').map((event) => event.status.state)).toEqual(['live', 'off'])
  })

  it('refuses a storm that it does not know, and names those it does', () => {
    expect(() => listen('teacup')).toThrow(/Unknown storm teacup.*crossing/)
  })

  it('has a thunderstorm report of the airport that its storm crosses', async () => {
    const clock = createFakeClock(START)
    const source = createSyntheticSource({
      clock,
      seed: 1,
      recordsPerSecond: 1,
      storm: 'crossing',
      startedAtMs: START,
      airports: loadSimAirports().filter((airport) => airport.icao_code === CROSSING.icao),
    })
    const told: ReportRecord[] = []
    source.onReports((event) => {
      if (event.kind === 'reports') told.push(...event.records)
    })
    await source.start()
    await clock.advance(35 * 60_000)
    await source.close()
    expect(told.length).toBeGreaterThan(1)
    for (const one of told) expect(reportRecordSchema.safeParse(one).success).toBe(true)
    expect(told.some((one) => /\s[+-]?TS/.test(one.raw_metar))).toBe(true)
  })

  it('finds the airports of the repository', () => {
    const airports = loadSimAirports()
    expect(airports).toHaveLength(292)
    expect(airports.filter((airport) => airport.reports_metar)).toHaveLength(240)
  })
})
