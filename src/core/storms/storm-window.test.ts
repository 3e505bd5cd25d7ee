import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { unitsOf } from '../strikes/packed-strike-time.ts'
import { StrikeColumns } from '../strikes/strike-columns.ts'
import { seededRandom } from '../util/random.ts'
import { SUMS } from './storm-grid.ts'
import { StormWindow } from './storm-window.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const PERIOD = 5 * MINUTE

/** A second of strikes that come up to twelve seconds late; some are further records of a stroke, better or worse located. */
function batchOf(second: number): StrikeRecord[] {
  const random = seededRandom(`storm-window.${second}`)
  return Array.from({ length: 6 }, () => {
    const time = Math.round((second - random() * 12) * 1_000) * 1e6
    const place = { lat: 30 + random() * 2, lon: 178.5 + random() }
    const mds = Math.round(random() * 10_000)
    return [
      { time, ...place, mds },
      ...(random() < 0.5 ? [{ time: time + 20_000, lat: place.lat + 0.05, lon: place.lon, mds: 5_000 }] : []),
    ]
  }).flat()
}

/** What a window holds, square by square, without the order in which they came; times are of now. */
function held(window: StormWindow, nowMs: number): Map<number, number[]> {
  const now = unitsOf(nowMs) - window.epochUnits
  const { count, keys, sums } = window.grid
  return new Map(
    Array.from({ length: count }, (_, entry) => {
      const [n, n1, n2, n3, x1, y1, t, x, y, tt, tx, ty, ...rest] = sums.slice(entry * SUMS, (entry + 1) * SUMS)
      const moved = [t! - n! * now, tt! - 2 * now * t! + n! * now * now, tx! - now * x!, ty! - now * y!]
      return [keys[entry]!, [n!, n1!, n2!, n3!, x1!, y1!, x!, y!, ...rest, ...moved]] as [number, number[]]
    }).toSorted(([a], [b]) => a - b),
  )
}

function expectSame(window: StormWindow, columns: StrikeColumns, nowMs: number): void {
  const anew = new StormWindow(PERIOD)
  anew.update(columns, nowMs)
  expect(held(window, nowMs)).toEqual(held(anew, nowMs))
}

it('holds the same as if it were counted anew, second after second', () => {
  const columns = new StrikeColumns()
  const window = new StormWindow(PERIOD)
  for (let s = 0; s < 22 * 60; s++) {
    const nowMs = NOW + s * SECOND
    columns.push(batchOf(nowMs / SECOND), nowMs, true)
    if (s % 7 !== 0) window.update(columns, nowMs) // now and then a look is left out
    if (s % 199 === 0) {
      window.update(columns, nowMs)
      expectSame(window, columns, nowMs)
    }
  }
  expect(columns.revisions).toBeGreaterThan(500)
  expect(window.grid.count).toBeGreaterThan(100)
})

it('follows the past as it is played, leapt through, and left', () => {
  const columns = new StrikeColumns()
  for (let s = 0; s < 60 * 60; s++) columns.push(batchOf(NOW / SECOND + s), NOW + s * SECOND, false)
  const window = new StormWindow(PERIOD)
  for (const minutes of [20, 20.3, 20.6, 21, 22.9, 23, 40, 40.5, 30, 29.9, 59, 60]) {
    const nowMs = NOW + minutes * MINUTE
    window.update(columns, nowMs)
    expectSame(window, columns, nowMs)
  }
})

it('takes in what history brings late, and goes on with other columns', () => {
  const live = new StrikeColumns()
  const window = new StormWindow(PERIOD)
  const second = (s: number) => batchOf(NOW / SECOND + s)
  for (let s = 600; s < 700; s++) live.push(second(s), NOW + s * SECOND, true)
  window.update(live, NOW + 700 * SECOND)
  for (let s = 0; s < 600; s++) live.push(second(s), NOW + 700 * SECOND, false)
  window.update(live, NOW + 701 * SECOND)
  expectSame(window, live, NOW + 701 * SECOND)

  const past = new StrikeColumns()
  for (let s = 0; s < 300; s++) past.push(second(s), NOW + s * SECOND, false)
  window.update(past, NOW + 701 * SECOND)
  expectSame(window, past, NOW + 701 * SECOND)
})

it('lets go of what its columns let go of for want of room', () => {
  const columns = new StrikeColumns({ capacity: 16_384 })
  const window = new StormWindow(PERIOD)
  const crowd = (second: number) => {
    const random = seededRandom(`storm-window.crowd.${second}`)
    const time = second * 1e9
    return Array.from({ length: 60 }, (_, i) => ({
      time: time + i * 1e6,
      lat: 20 + random() * 9,
      lon: 100 + random() * 9,
    }))
  }
  for (let s = 0; s < 400; s++) {
    columns.push(crowd(NOW / SECOND + s), NOW + s * SECOND, true)
    window.update(columns, NOW + s * SECOND)
  }
  expect(columns.cutToMs).not.toBeNull()
  expectSame(window, columns, NOW + 399 * SECOND)
})
