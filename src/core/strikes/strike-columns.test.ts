import { describe, expect, it, vi } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { fixedX, fixedY } from '../geo/mercator-fixed.ts'
import { seededRandom } from '../util/random.ts'
import { SHOWN_NEVER, SHOWN_SHIFT, UNIT_MS } from './packed-strike-time.ts'
import { CAPACITY_MAX, FLASH_SPREAD_MS, KEPT_MS, StrikeColumns } from './strike-columns.ts'
import type { PixelFrame } from './strike-scan.ts'

const T = Date.UTC(2026, 6, 1, 8)
const MIN = 60_000

function record(timeMs: number, lat: number, lon: number, more: Partial<StrikeRecord> = {}): StrikeRecord {
  return { time: timeMs * 1e6, lat, lon, alt: 0, pol: 0, mds: 9_619, mcg: 169, status: 0, region: 1, ...more }
}

/** `count` strikes over China, one a millisecond, the last one at `endMs`. */
function many(count: number, endMs: number, stepMs = 1): StrikeRecord[] {
  const random = seededRandom(7)
  const degrees = (from: number, span: number) => Math.round((from + random() * span) * 1e5) / 1e5
  return Array.from({ length: count }, (_, i) =>
    record(endMs - (count - 1 - i) * stepMs, degrees(20, 25), degrees(90, 35)),
  )
}

/** North up: a pixel is `degreesPerPx` of longitude. */
function frameAt(lat: number, lon: number, degreesPerPx: number): PixelFrame {
  const pxPerUnit = 360 / 2 ** 32 / degreesPerPx
  return { x: fixedX(lon), y: fixedY(lat), pxPerX: [pxPerUnit, 0], pxPerY: [0, pxPerUnit] }
}

describe('strike columns', () => {
  it('returns the values of a record', () => {
    const columns = new StrikeColumns()
    const timeMs = T - 4_321.654
    columns.push(
      [record(timeMs, 31.14321, -121.80543, { pol: -1, status: 2, region: 9, arrived_at: '2026-07-01T08:00:00Z' })],
      T,
      true,
    )
    const strike = columns.at(0)!
    expect(strike.timeMs).toBeCloseTo(timeMs, 1)
    expect(strike).toMatchObject({
      lat: 31.14321,
      lon: -121.80543,
      polarity: -1,
      altitudeM: 0,
      mdsNs: 9_619,
      mcgDeg: 169,
      status: '2',
      region: '9',
    })
    expect(strike.arrivedAtMs! - strike.timeMs).toBeCloseTo(4_320, 0)
  })

  it('returns null for missing values, and keeps unusual altitudes and polar positions', () => {
    const columns = new StrikeColumns()
    const bare = { alt: null, mds: null, mcg: null, status: null, region: null, pol: null, arrived_at: null }
    columns.push([record(T, 10, 20, bare), record(T, 88.5, 20, { alt: 5_919, pol: 1 })], T, true)
    expect(columns.at(0)).toMatchObject({
      polarity: 0,
      altitudeM: null,
      mdsNs: null,
      mcgDeg: null,
      status: null,
      region: null,
      arrivedAtMs: null,
    })
    expect(columns.at(1)).toMatchObject({ lat: 88.5, altitudeM: 5_919, polarity: 1 })
  })

  it('takes a repeated record once, whether it repeats in the batch, in the next or minutes later', () => {
    const columns = new StrikeColumns()
    const strike = record(T - 1_000, 31, 121)
    columns.push([strike, { ...strike }], T, true)
    columns.push([{ ...strike, region: 8, status: 1 }], T + 1_000, true)
    columns.push([{ ...strike }], T + 5 * MIN, false)
    expect(columns.end).toBe(1)
    columns.push([record(T - 1_000, 31.00001, 121), record(T - 999, 31, 121)], T + 1_000, true)
    expect(columns.end).toBe(3)
  })

  it('notifies subscribers of new records, and not of batches without any', () => {
    const columns = new StrikeColumns()
    const heard = vi.fn()
    const stop = columns.subscribe(heard)
    columns.push(many(3, T), T, true)
    columns.push(many(3, T), T, true)
    columns.push([], T, true)
    stop()
    columns.push(many(9, T + 5), T + 5, true)
    expect(heard.mock.calls).toEqual([[{ first: 0, end: 3 }]])
  })

  it('expires by the time of the strike, not of its arrival', () => {
    const columns = new StrikeColumns()
    columns.push([record(T - 20 * MIN, 31, 121)], T, false)
    columns.push([record(T - 1_000, 32, 121)], T, true)
    expect(columns.countSince(T - 30 * MIN)).toBe(2)
    expect(columns.countSince(T - 15 * MIN)).toBe(1)
    columns.expire(T - 20 * MIN + KEPT_MS + 1_000)
    expect(columns.isHeld(0)).toBe(false)
    expect(columns.at(0)).toBeNull()
    expect(columns.isHeld(1)).toBe(true)
  })

  it('drops old strikes on quiet days, before their wrapped times recur', () => {
    const columns = new StrikeColumns()
    for (let hour = 0; hour < 80; hour++) {
      const now = T + hour * 60 * MIN
      columns.push([record(now - 3_000, 31, 121 + hour / 1_000)], now, true)
      expect(columns.countSince(now - 120 * MIN)).toBe(Math.min(hour + 1, 2))
      expect(columns.at(columns.end - 1)!.timeMs).toBeCloseTo(now - 3_000, 1)
    }
  })

  it('sets aside strikes of other days, and ignores those outside of any window', () => {
    const columns = new StrikeColumns()
    columns.push([record(T + 24 * 60 * MIN, 31, 121), record(T - 3 * 60 * MIN, 31, 121)], T, false)
    expect(columns.end).toBe(0)
    expect(columns.unreadable).toBe(1)
  })

  it('counts a strike with a future time as new', () => {
    const columns = new StrikeColumns()
    columns.push([record(T + 5_000, 31, 121)], T, true)
    expect(columns.countSince(T - 5 * MIN)).toBe(1)
    expect(columns.at(0)!.timeMs).toBeCloseTo(T + 5_000, 1)
  })

  it('grows without losing one, each still under its number', () => {
    const columns = new StrikeColumns()
    const records = many(150_000, T, 20)
    for (let i = 0; i < records.length; i += 3_000) columns.push(records.slice(i, i + 3_000), T, false)
    expect(columns.end - columns.first).toBe(150_000)
    for (const i of [0, 12_287, 65_535, 65_536, 133_333, 149_999]) {
      expect(columns.at(i)).toMatchObject({ lat: records[i]!.lat, lon: records[i]!.lon })
      expect(columns.at(i)!.timeMs).toBeCloseTo(Number(records[i]!.time) / 1e6, 1)
    }
    expect(columns.cutToMs).toBeNull()
  })

  it('reuses the room of what expired instead of growing', () => {
    const columns = new StrikeColumns()
    for (let hour = 0; hour < 30; hour++) {
      const now = T + hour * 60 * MIN
      columns.push(many(25_000, now, 20), now, true)
      expect(columns.bytes).toBeLessThan(3_000_000) // room for 100,000
    }
    expect(columns.countSince(T + 29 * 60 * MIN - 90 * MIN)).toBe(50_000)
  })

  it('counts exactly, also across blocks, for any window and order of arrival', () => {
    const columns = new StrikeColumns()
    const random = seededRandom(3)
    const times = Array.from({ length: 20_000 }, () => T - Math.floor(random() * 60 * MIN))
    columns.push(
      times.map((ms, i) => record(ms, 20 + (i % 2_000) / 100, 100 + i / 1_000)),
      T,
      false,
    )
    for (const minutes of [1, 5, 15, 30, 59, 120]) {
      const sinceMs = T - minutes * MIN // on a whole unit, so that the count has no rounding
      expect(sinceMs % UNIT_MS).toBe(0)
      expect(columns.countSince(sinceMs)).toBe(times.filter((ms) => ms >= sinceMs).length)
    }
  })

  it('counts in a box, also across the antimeridian', () => {
    const columns = new StrikeColumns()
    columns.push([record(T, 10, 179.5), record(T, 10, -179.5), record(T, 10, 100), record(T, 50, 179.9)], T, true)
    const since = T - 5 * MIN
    expect(columns.countSince(since, { west: 179, south: 0, east: -179, north: 20 })).toBe(2)
    expect(columns.countSince(since, { west: 179, south: 0, east: 181, north: 60 })).toBe(3)
    expect(columns.countSince(since, { west: -180, south: -90, east: 180, north: 90 })).toBe(4)
    expect(columns.countSince(since, { west: 90, south: 0, east: 110, north: 20 })).toBe(1)
  })

  it('finds the nearest of a window within the pixels given, newest first among equals', () => {
    const columns = new StrikeColumns()
    columns.push(
      [
        record(T - 10 * MIN, 30, 120),
        record(T - 9 * MIN, 30, 120.05),
        record(T - 2_000, 30, 120.05),
        record(T - 1_000, 30, 120.2),
      ],
      T,
      true,
    )
    const since = T - 30 * MIN
    expect(columns.nearest(frameAt(30, 120.01, 0.01), 10, since)).toBe(0)
    expect(columns.nearest(frameAt(30, 120.04, 0.01), 10, since)).toBe(2)
    expect(columns.nearest(frameAt(30, 120.01, 0.01), 10, T - MIN)).toBe(2)
    expect(columns.nearest(frameAt(30, 120.4, 0.01), 10, since)).toBeNull()
    expect(columns.nearest({ ...frameAt(30, 120, 0.01), pxPerY: [0, 0] }, 10, since)).toBeNull()
  })

  it('finds the nearest across the antimeridian and in a turned view', () => {
    const columns = new StrikeColumns()
    columns.push([record(T, 0, -179.99), record(T, 0.06, 0)], T, true)
    expect(columns.nearest(frameAt(0, 179.99, 0.01), 10, T - MIN)).toBe(0)
    const k = 360 / 2 ** 32 / 0.01
    const turned: PixelFrame = { x: fixedX(0), y: fixedY(0), pxPerX: [0, k], pxPerY: [-k, 0] }
    expect(columns.nearest(turned, 7, T - MIN)).toBe(1)
    expect(columns.nearest(turned, 5, T - MIN)).toBeNull()
  })

  it('finds a strike again by the moment and place of a link', () => {
    const columns = new StrikeColumns()
    const records = many(9_000, T, 50)
    columns.push(records, T, false)
    const wanted = records[4_321]!
    const timeMs = Math.round(Number(wanted.time) / 1e6)
    expect(columns.find(timeMs, Number(wanted.lat.toFixed(5)), Number(wanted.lon.toFixed(5)))).toBe(4_321)
    expect(columns.find(timeMs + 10, wanted.lat, wanted.lon)).toBeNull()
    expect(columns.find(timeMs, wanted.lat + 0.001, wanted.lon)).toBeNull()
  })

  it('flashes new strikes after arrival, spread over the batch, and backfilled ones never', () => {
    const columns = new StrikeColumns()
    columns.push([record(T - 3_000, 31, 121), record(T - 2_500, 31, 121)], T, true)
    columns.push([record(T - 60_000, 31, 122)], T, false)
    const times: number[] = []
    columns.forRuns(0, 3, (words, from, count) => {
      for (let i = 0; i < count; i++) times.push(words[from + i * 4 + 2]!)
    })
    const shownUnits = (i: number) => (times[i]! >>> SHOWN_SHIFT) & SHOWN_NEVER
    expect(shownUnits(0) * UNIT_MS).toBe(3_000)
    expect(shownUnits(1) * UNIT_MS).toBeGreaterThanOrEqual(2_500 + FLASH_SPREAD_MS / 2)
    expect(shownUnits(1) * UNIT_MS).toBeLessThan(2_500 + FLASH_SPREAD_MS / 2 + 2 * UNIT_MS)
    expect(shownUnits(2)).toBe(SHOWN_NEVER)
  })

  it('keeps the newest when it is full, in 24 bytes a strike, and reports the end of the incomplete part', () => {
    const columns = new StrikeColumns()
    const size = 60_000
    let time = T
    for (let pushed = 0; pushed <= CAPACITY_MAX + size; pushed += size) {
      time += size
      columns.push(many(size, time), time, true)
    }
    const held = columns.end - columns.first
    expect(columns.capacity).toBe(CAPACITY_MAX)
    expect(columns.bytes / CAPACITY_MAX).toBeLessThan(24)
    expect(columns.bytes / CAPACITY_MAX).toBeGreaterThan(23)
    expect(held).toBeLessThanOrEqual(CAPACITY_MAX)
    expect(held).toBeGreaterThan(CAPACITY_MAX - 8_192)
    expect(columns.cutToMs).toBeLessThanOrEqual(columns.at(columns.first)!.timeMs)
    expect(columns.at(columns.first)!.timeMs - columns.cutToMs!).toBeLessThan(100)
    expect(columns.countSince(T)).toBe(held)
    // Past strikes must not push out later ones.
    const { end } = columns
    const past = time - 100 * 60_000
    columns.push([record(past, 31, 121)], time, false)
    expect([columns.end, columns.countSince(T)]).toEqual([end, held])
    expect(columns.cutToMs).toBeGreaterThanOrEqual(past)
  })
})
