import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { StrikeBins } from './strike-bins.ts'
import { StrikeColumns } from './strike-columns.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const SECOND = 1_000
const BIN = 10 * SECOND
const CHINA = { west: 70, south: 15, east: 140, north: 55 }

let count = 0
function strike(timeMs: number, over: Partial<StrikeRecord> = {}): StrikeRecord {
  count++
  return { time: timeMs * 1e6, lat: 30 + (count % 1_000) / 100, lon: 110 + (count % 997) / 50, pol: 0, ...over }
}

function setUp(length = 30) {
  const columns = new StrikeColumns()
  const bins = new StrikeBins(columns, BIN, length)
  /** Of the newest bin and those before it. */
  const newest = (howMany: number, of = bins.all) =>
    Array.from({ length: howMany }, (_, i) => of[(bins.last - i) % bins.length])
  return { columns, bins, newest }
}

describe('bins of strikes', () => {
  it('count by the time of the strike, everywhere and in view', () => {
    const { columns, bins, newest } = setUp()
    columns.push(
      [strike(NOW + 1), strike(NOW - 1), strike(NOW - 25 * SECOND), strike(NOW - 2, { lon: -60 })],
      NOW,
      true,
    )
    bins.update(NOW + 2, CHINA, {})
    expect(newest(4)).toEqual([1, 2, 0, 1])
    expect(newest(4, bins.inView)).toEqual([1, 1, 0, 1])
  })

  it('advance with time, with room for new strikes', () => {
    const { columns, bins, newest } = setUp(3)
    columns.push([strike(NOW - 1), strike(NOW - 15 * SECOND)], NOW, true)
    bins.update(NOW, CHINA, {})
    expect(newest(3)).toEqual([0, 1, 1])
    columns.push([strike(NOW + 11 * SECOND)], NOW + 12 * SECOND, true)
    bins.update(NOW + 12 * SECOND, CHINA, {})
    expect(newest(3)).toEqual([1, 0, 1])
    bins.update(NOW + 120 * SECOND, CHINA, {})
    expect(newest(3)).toEqual([0, 0, 0])
  })

  it('count a stroke once, by its best record', () => {
    const { columns, bins, newest } = setUp()
    const first = strike(NOW - 5 * SECOND, { lat: 31, lon: 121, mds: 12_000 })
    columns.push([first], NOW, true)
    bins.update(NOW, CHINA, {})
    columns.push([{ ...first, lat: 31.05, mds: 5_000, time: Number(first.time) + 50_000 }], NOW, true)
    bins.update(NOW, CHINA, {})
    expect(newest(2)).toEqual([0, 1])
    bins.update(NOW, CHINA, { records: true })
    expect(newest(2)).toEqual([0, 2])
  })

  it('are equal when updated and when counted at once', () => {
    const step = fc.record({
      afterMs: fc.integer({ min: 0, max: 40 * SECOND }),
      strikes: fc.array(
        fc.record({
          agoMs: fc.integer({ min: 0, max: 400 * SECOND }),
          lat: fc.double({ min: -80, max: 80, noNaN: true }),
          lon: fc.double({ min: -180, max: 180, noNaN: true }),
          mds: fc.integer({ min: 1_000, max: 20_000 }),
          again: fc.boolean(),
        }),
        { maxLength: 8 },
      ),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { columns, bins } = setUp()
        let nowMs = NOW
        for (const { afterMs, strikes } of steps) {
          nowMs += afterMs
          for (const { agoMs, again, ...rest } of strikes) {
            const record = strike(nowMs - agoMs, rest)
            columns.push(
              again ? [record, { ...record, lat: rest.lat * 0.999, mds: rest.mds - 500 }] : [record],
              nowMs,
              true,
            )
          }
          bins.update(nowMs, CHINA, {})
        }
        const fresh = new StrikeBins(columns, BIN, bins.length)
        fresh.update(nowMs, CHINA, {})
        expect(bins.all).toEqual(fresh.all)
        expect(bins.inView).toEqual(fresh.inView)
      }),
      { numRuns: 200, seed: 20_260_701 },
    )
  })
})
