import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { areaKm2, cellKey } from '../../core/accumulations/cell-sums.ts'
import type { DaySums, HourSums } from '../../core/accumulations/hour-sums.ts'
import type { Place } from '../../core/places/place.ts'
import { DAY_MS, HOUR_MS } from '../../core/time/durations.ts'
import { setUpHistory } from '../../testing/history-kit.ts'
import { createLog } from '../config/log.ts'
import type { KeptSum, SumKind } from '../history/sum-store.ts'
import { openAccumulations } from './accumulations.ts'
import { packJson, packSums, readJson, readSums } from './packed-sums.ts'

// Sums are kept for ten years, strikes for days: sums of the first version must always be readable.

/** 2025-07-01 UTC. */
const DAY = 20_270
const GOLDEN = join(import.meta.dirname, '../../testing/golden/sums-1.json')
const kept = (JSON.parse(readFileSync(GOLDEN, 'utf8')) as (Omit<KeptSum, 'body'> & { body: string })[]).map(
  (each): KeptSum => ({ ...each, body: Buffer.from(each.body, 'base64') }),
)
const bodyOf = (kind: SumKind) => kept.find((each) => each.kind === kind)!.body
const textOf = (body: Uint8Array) => inflateRawSync(body).toString()

const KEYS = [cellKey(22.65, 113.85), cellKey(31.15, 121.75), cellKey(31.15, 121.85)]
const HOUR: HourSums = {
  strikes: 25,
  reports: 4,
  observedMs: HOUR_MS,
  cells: { keys: KEYS, counts: [3, 12, 5] },
  places: { ZSPD: 14, ZGSZ: 3 },
  checks: { ZSPD: [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0] },
}
const OBSERVED_MS = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 0 : hour === 10 ? HOUR_MS / 2 : HOUR_MS))
const SUMS: DaySums = { observedMs: OBSERVED_MS, cells: { keys: KEYS, counts: [3, 40, 17], hours: [1, 4, 2] } }

describe('sums stored by the first build', () => {
  it('are read', () => {
    expect(readSums<HourSums>(bodyOf('hour'))).toEqual(HOUR)
    expect(readSums<DaySums>(bodyOf('day'))).toEqual(SUMS)
    expect(readJson(bodyOf('since'))).toBe(DAY * 24)
  })

  it('equal those of this build', () => {
    expect(textOf(packSums(HOUR))).toBe(textOf(bodyOf('hour')))
    expect(textOf(packSums(SUMS))).toBe(textOf(bodyOf('day')))
    expect(textOf(packJson(DAY * 24))).toBe(textOf(bodyOf('since')))
  })

  it('are read unchanged: cells, a place, reports, and unobserved time', async () => {
    const { history, clock } = setUpHistory()
    expect(await history.sums.keep(kept)).toBe(true)
    const place: Place = {
      id: 'ZSPD',
      name: 'ZSPD',
      nameZh: null,
      geometry: { type: 'Point', coordinates: [121.8, 31.14] },
      ringsKm: [8, 16],
      holdMin: 30,
      group: null,
      timeZone: null,
      hours: null,
    }
    const accumulations = openAccumulations({
      history,
      clock,
      places: { list: () => [place] },
      source: { simulated: false },
      log: createLog('silent', { write() {} }),
    })
    const period = { fromMs: DAY * DAY_MS, toMs: (DAY + 1) * DAY_MS }
    const box = { west: 110, south: 20, east: 130, north: 40 }
    const hours = await accumulations.cells(period, box, 'hours', 'a test')
    expect(hours).toMatchObject({ state: 'known', minutes: 1_440, notObservedMin: 90, cellDeg: 0.1 })
    expect(hours.cells.toSorted(([a], [b]) => a - b)).toEqual([
      [22.6, 113.8, 1],
      [31.1, 121.7, 4],
      [31.1, 121.8, 2],
    ])
    const density = await accumulations.cells(period, box, 'density', 'a test')
    expect(density.cells.find(([, west]) => west === 121.7)?.[2]).toBeCloseTo(40 / areaKm2(31.1, 31.2, 0.1), 3)
    const told = await accumulations.place('ZSPD', 'a test')
    expect(told!.months[6]![7]).toEqual({ observedHours: 1, thunderHours: 1, strokes: 30 })
    expect(told!.months[6]!.slice(9, 11).map(({ observedHours }) => observedHours)).toEqual([0, 0.5])
    const reports = await accumulations.reports({}, 'a test')
    expect(reports.months).toEqual([
      expect.objectContaining({ month: '2025-07', reports: 48, hits: 4, otherBand: 1, missingAt: 2, leftOut: 2 }),
    ])
    accumulations.close()
    await history.close()
  })
})
