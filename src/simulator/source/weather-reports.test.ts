import { parseMetar } from 'metar-taf-parser'
import { describe, expect, it } from 'vitest'
import { type ReportRecord, reportIdentity, reportRecordSchema } from '../../contract/metar.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { reportFromRecord } from '../../core/metar/read-report.ts'
import { loadSimAirports } from './metar/sim-airports.ts'
import type { StormField } from './storms/storm-field.ts'
import { createStormField } from './storms/storms.ts'
import { createSyntheticWeather } from './weather.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SUMMER = Date.UTC(2026, 6, 21, 8)
const WINTER = Date.UTC(2026, 0, 15, 22)
const airports = loadSimAirports()
const pudong = airports.find((airport) => airport.icao_code === 'ZSPD')!
const noStorms: StormField = { cellsAt: () => [] }
const summerStorms = createStormField({
  seed: 1,
  scenario: 'summer_afternoon',
  startedAtMs: SUMMER,
  recordsPerSecond: 60,
})

/** One storm that crosses Pudong from west to east at 60 km/h, overhead at SUMMER. */
const crossing: StormField = {
  cellsAt(ms) {
    const hours = (ms - SUMMER) / HOUR_MS
    if (Math.abs(hours) > 1) return []
    const lon = pudong.longitude + (hours * 60) / (111.2 * Math.cos((pudong.latitude * Math.PI) / 180))
    return [
      {
        id: 'crossing',
        lat: pudong.latitude,
        lon,
        sigmaKm: 3,
        intensity: 0.9,
        headingDeg: 90,
        speedKmh: 60,
        strokesPerSecond: 0.4,
      },
    ]
  },
}

const weatherOf = (storms: StormField, seed = 1) => createSyntheticWeather({ seed, airports, storms })
const arrivedMs = (record: ReportRecord) => parseInstantMs(record.arrived_at)!
const observedMs = (record: ReportRecord) => parseInstantMs(record.obs_time)!
const summer = weatherOf(summerStorms).reportsArrivedBetween(SUMMER - 5 * HOUR_MS, SUMMER)
const winter = weatherOf(noStorms).reportsArrivedBetween(WINTER - 5 * HOUR_MS, WINTER)

const decoded = [...summer, ...winter].map((record) => ({
  record,
  raw: record.raw_metar,
  parsed: record.parsed!,
  read: parseMetar(record.raw_metar, { issued: new Date(record.obs_time!) }),
}))

/** Texts of the reports that match `wrong`: an empty list, or one worth reading. */
const thoseWhere = (wrong: (report: (typeof decoded)[number]) => boolean) =>
  decoded.filter(wrong).map(({ raw, parsed }) => ({ raw, parsed }))

describe('reports', () => {
  it('decode to their parsed values, for thousands of them', () => {
    expect(decoded.length).toBeGreaterThan(3_500)
    const degrees = (value: number | undefined) => (value === undefined ? null : value + 0)
    const speed = (wind: (typeof decoded)[number]['read']['wind']) =>
      wind ? Math.round(wind.speed * (wind.unit === 'KT' ? 1852 / 3600 : 1) * 10) / 10 : null
    expect(thoseWhere(({ record, read }) => read.station !== record.icao)).toEqual([])
    expect(thoseWhere(({ parsed, record }) => parsed.icao !== record.icao)).toEqual([])
    expect(thoseWhere(({ record, read }) => read.type !== record.report_type)).toEqual([])
    expect(thoseWhere(({ parsed, record }) => parsed.kind !== record.report_type)).toEqual([])
    expect(thoseWhere(({ record, read }) => read.issued.getTime() !== observedMs(record))).toEqual([])
    expect(thoseWhere(({ parsed, record }) => parseInstantMs(parsed.datetime) !== observedMs(record))).toEqual([])
    expect(thoseWhere(({ parsed, read }) => parsed.temperature !== degrees(read.temperature))).toEqual([])
    expect(thoseWhere(({ parsed, read }) => parsed.dew_temperature !== degrees(read.dewPoint))).toEqual([])
    expect(thoseWhere(({ parsed, read }) => parsed.qnh !== (read.altimeter?.value ?? null))).toEqual([])
    expect(thoseWhere(({ parsed, read }) => parsed.cavok !== (read.cavok === true))).toEqual([])
    expect(thoseWhere(({ parsed, read }) => parsed.wind_speed !== speed(read.wind))).toEqual([])
    expect(thoseWhere(({ parsed }) => parsed.wind_speed_units !== 'm/s' || parsed.qnh_units !== 'hPa')).toEqual([])
  })

  it('hold to the rules of the code: CAVOK, fog, mist, dew point, gusts, order of cloud, TS with CB', () => {
    const has = (raw: string, code: RegExp) => code.test(raw.split(/ (?:RE[A-Z]|NOSIG|BECMG|TEMPO)/)[0]!)
    const meters = (report: (typeof decoded)[number]) => report.read.visibility?.value
    expect(thoseWhere((report) => has(report.raw, / (FZ)?FG /) && meters(report)! >= 1_000)).toEqual([])
    expect(thoseWhere((report) => has(report.raw, / BR /) && (meters(report) ?? 2_000) < 1_000)).toEqual([])
    expect(thoseWhere((report) => has(report.raw, / (BR|HZ|DU|SA) /) && meters(report)! > 5_000)).toEqual([])
    expect(thoseWhere(({ raw }) => has(raw, / [+-]?TS/) && !has(raw, /CB /))).toEqual([])
    expect(
      thoseWhere(({ read }) => read.cavok === true && read.weatherConditions.length + read.clouds.length > 0),
    ).toEqual([])
    expect(thoseWhere(({ read }) => (read.dewPoint ?? -99) > (read.temperature ?? 99))).toEqual([])
    expect(thoseWhere(({ read }) => (read.wind?.gust ?? 99) <= (read.wind?.speed ?? 0))).toEqual([])
    expect(
      thoseWhere(({ read }) => {
        const heights = read.clouds.flatMap((cloud) => cloud.height ?? [])
        return heights.some((height, i) => i > 0 && height < heights[i - 1]!)
      }),
    ).toEqual([])
  })

  it('include every variety that a page must handle, including faults', () => {
    const texts = [...summer, ...winter].map((record) => record.raw_metar).join('\n')
    for (const group of [
      /CAVOK/,
      / 9999 /,
      / NSC /,
      /VRB0\dMPS/,
      / 00000MPS /,
      /\d{5}G\d\dMPS/,
      / \d{3}V\d{3} /,
      / [+-]?TSRA /,
      / VCTS /,
      / -RA /,
      / -?SHRA /,
      / -?SN /,
      / BR /,
      / FG /,
      / HZ /,
      / VV001 /,
      /R\d\d[LR]?\/\d{4}[UDN]/,
      /(FEW|SCT|BKN)\d{3}CB /,
      / RETS /,
      / NOSIG=/,
      / TEMPO TL\d{4} /,
      / BECMG TL\d{4} /,
      / COR /,
      / AUTO /,
      / NIL=/,
      / \/\/ \/{6} /,
      / Q\/{4}/,
      / M\d\d\/M\d\d /,
      / \d{5}KT /,
    ])
      expect(texts, `${group}`).toMatch(group)
  })

  it('are readable as the contract writes them', () => {
    for (const record of summer.slice(0, 400)) expect(reportRecordSchema.parse(record)).toEqual(record)
  })

  it('arrive from every airport every hour, and from the large ones every half hour', () => {
    const routine = summer.filter(
      (record) => record.report_type === 'METAR' && observedMs(record) === SUMMER - 2 * HOUR_MS,
    )
    expect(new Set(routine.map((record) => record.icao)).size).toBe(292)
    const halfHourly = summer.filter((record) => observedMs(record) === SUMMER - 90 * MINUTE_MS)
    const half = new Set(halfHourly.map((record) => record.icao))
    for (const { icao_code } of airports.filter((airport) => airport.type === 'large_airport'))
      expect(half.has(icao_code), icao_code).toBe(true)
    expect(half.size).toBeLessThan(200)
  })

  it('arrive 2 to 8 minutes after the observation, corrections later, oldest first', () => {
    for (const record of summer) {
      const delayMs = arrivedMs(record) - observedMs(record)
      expect(delayMs).toBeGreaterThanOrEqual(2 * MINUTE_MS)
      expect(delayMs).toBeLessThanOrEqual((record.raw_metar.includes(' COR ') ? 20 : 8) * MINUTE_MS)
    }
    const arrivals = summer.map(arrivedMs)
    expect(arrivals).toEqual([...arrivals].sort((a, b) => a - b))
  })

  it('are equal if requested at once or second by second, without repeats', () => {
    const from = SUMMER - 10 * MINUTE_MS
    const atOnce = weatherOf(crossing).reportsArrivedBetween(from, SUMMER)
    const bySecond = weatherOf(crossing)
    const pieces: ReportRecord[] = []
    for (let ms = from; ms < SUMMER; ms += 1_000) pieces.push(...bySecond.reportsArrivedBetween(ms, ms + 1_000))
    expect(pieces).toEqual(atOnce)
    expect(new Set(pieces.map(reportIdentity)).size).toBe(pieces.length)
    expect(weatherOf(crossing, 2).reportsArrivedBetween(from, SUMMER)).not.toEqual(atOnce)
  })

  it('are the latest from their arrival until the next one', () => {
    const weather = weatherOf(crossing)
    const latest = (ms: number) => weather.latestReports(['zspd'], ms)[0]!
    const [report] = weather.reportsArrivedBetween(SUMMER - HOUR_MS, SUMMER).filter((record) => record.icao === 'ZSPD')
    expect(latest(arrivedMs(report!))).toEqual(report)
    expect(latest(arrivedMs(report!) - 1)).not.toEqual(report)
    const all = weather.latestReports('all', SUMMER)
    expect(new Set(all.map((record) => record.icao)).size).toBe(292)
    for (const record of all) expect(SUMMER - observedMs(record)).toBeLessThan(70 * MINUTE_MS)
    expect(weather.latestReports(['XXXX'], SUMMER)).toEqual([])
  })

  it('have the delays of the latency figures', () => {
    const weather = weatherOf(noStorms)
    const day = weather
      .reportsArrivedBetween(WINTER - 6 * HOUR_MS, WINTER)
      .filter((record) => record.report_type === 'METAR' && !record.raw_metar.includes(' COR '))
    const latency = weather.latency('all', WINTER)
    expect(latency.length).toBe(292)
    for (const { icao, avg_latency_seconds, sample_count } of latency) {
      const delays = day
        .filter((record) => record.icao === icao)
        .map((record) => arrivedMs(record) - observedMs(record))
      const meanS = delays.reduce((sum, ms) => sum + ms, 0) / delays.length / 1000
      expect(Math.abs(avg_latency_seconds! - meanS), icao).toBeLessThan(30)
      expect(sample_count, icao).toBeGreaterThanOrEqual(23)
      expect(sample_count, icao).toBeLessThanOrEqual(48)
    }
    expect(weather.latency(['ZSPD', 'ZBAA', 'NONE'], WINTER).map(({ icao }) => icao)).toEqual(['ZSPD', 'ZBAA'])
  })
})

describe('a storm over an airport', () => {
  const weather = weatherOf(crossing)
  const reports = weather
    .reportsArrivedBetween(SUMMER - 90 * MINUTE_MS, SUMMER + 90 * MINUTE_MS)
    .filter((record) => record.icao === 'ZSPD')
  const textAt = (minutes: number) =>
    reports.find((record) => observedMs(record) === SUMMER + minutes * MINUTE_MS)?.raw_metar ?? ''

  it('is forecast by TEMPO before it arrives, and reported by RETS after it has gone', () => {
    expect(textAt(-60)).toMatch(/ TEMPO TL\d{4} 3000 TSRA SCT030CB=/)
    expect(textAt(60)).toMatch(/ RETS /)
    expect(textAt(60)).not.toMatch(/ [+-]?TS/)
  })

  it('has a SPECI with TS at its arrival, one in its middle, and one after its end', () => {
    const specials = reports.filter((record) => record.report_type === 'SPECI')
    expect(specials.length).toBeGreaterThanOrEqual(3)
    const first = specials[0]!
    expect(first.raw_metar).toMatch(/ [+-]?TS/)
    const kmAway = ((SUMMER - observedMs(first)) / HOUR_MS) * 60
    expect(kmAway).toBeGreaterThan(3)
    expect(kmAway).toBeLessThanOrEqual(12)
    expect(specials.at(-1)!.raw_metar).not.toMatch(/ [+-]?TS/)
  })

  it('has heavy rain, gusts, storm cloud, poor visibility, cool air and rising pressure while overhead', () => {
    const before = parseMetar(textAt(-60), { issued: new Date(SUMMER) })
    const during = parseMetar(textAt(0), { issued: new Date(SUMMER) })
    expect(textAt(0)).toMatch(/ \+TSRA(GR)? /)
    expect(during.clouds.some((cloud) => cloud.type === 'CB')).toBe(true)
    expect(during.wind!.gust! - during.wind!.speed).toBeGreaterThanOrEqual(5)
    expect(during.visibility!.value).toBeLessThan(3_000)
    expect(during.temperature!).toBeLessThan(before.temperature! - 4)
    expect(during.altimeter!.value).toBeGreaterThan(before.altimeter!.value)
  })

  it('is TS while its edge is within 8 km, VCTS within 16 km, and not reported beyond', () => {
    const textAtEdge = (edgeKm: number) => {
      const beside: StormField = {
        cellsAt: () =>
          crossing.cellsAt(SUMMER).map((cell) => ({ ...cell, lat: cell.lat + (edgeKm + cell.sigmaKm) / 111.2 })),
      }
      return weatherOf(beside).latestReports(['ZSPD'], SUMMER)[0]!.raw_metar
    }
    expect(textAtEdge(7.8)).toMatch(/ [+-]?TS.*CB /)
    expect(textAtEdge(8.2)).toMatch(/ VCTS .*CB /)
    expect(textAtEdge(8.2)).not.toMatch(/ [+-]?TS/)
    expect(textAtEdge(15.8)).toMatch(/ VCTS .*CB /)
    expect(textAtEdge(16.2)).not.toMatch(/TS /)
  })

  it('never thunders in a report without a storm near', () => {
    const quiet = weatherOf(noStorms).reportsArrivedBetween(SUMMER - HOUR_MS, SUMMER)
    expect(quiet.filter((record) => / [+-]?(VC)?TS|\dCB /.test(record.raw_metar))).toEqual([])
  })
})

it('are parsed completely by the map’s decoder, as in their parsed values', () => {
  const odd = [...summer, ...winter].flatMap((record) => {
    const { unread, impossible, differences } = reportFromRecord(record)!
    return unread.length + impossible.length + differences.length > 0
      ? [{ raw: record.raw_metar, unread, impossible, differences }]
      : []
  })
  expect(odd).toEqual([])
})
