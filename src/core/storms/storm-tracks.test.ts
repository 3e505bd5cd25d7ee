import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Motion } from '../../contract/nowcast.ts'
import { formatUtc } from '../../contract/time.ts'
import { destination, type LatLon } from '../geo/geo.ts'
import type { StormCell } from './storm-cells.ts'
import { StormTracks } from './storm-tracks.ts'

const START = Date.UTC(2026, 6, 1, 8)
const MINUTE = 60_000
const WHOLE = [1, 1, 1] as const
const WUHAN = { lat: 30.6, lon: 114.3 }
const EAST: Motion = { kind: 'moving', headingDeg: 90, speedKmh: 60, errorKmh: 10 }

const cell = (at: LatLon, over: Partial<StormCell> = {}): StormCell => ({
  lat: at.lat,
  lon: at.lon,
  strokes: 60,
  strokesPerMin: 4,
  changePerMin: null,
  trend: null,
  motion: { kind: 'unknown' },
  majorKm: 15,
  minorKm: 10,
  axisDeg: 90,
  positiveShare: null,
  perMinute: Array.from({ length: 15 }, () => 4),
  ...over,
})

/** The storms of each minute. */
function follow(...minutes: StormCell[][]) {
  const tracks = new StormTracks()
  return minutes.map((found, minute) => tracks.follow(found, START + minute * MINUTE, WHOLE))
}

describe('a storm', () => {
  it('keeps its id while it moves and weakens, with its track of two hours', () => {
    const at = (minute: number) => destination(WUHAN, 90, minute)
    const minutes = Array.from({ length: 181 }, (_, minute) =>
      minute % 30 > 20 ? [] : [cell(at(minute), { motion: EAST })],
    )
    const told = follow(...minutes).flat()
    expect(new Set(told.map(({ id }) => id)).size).toBe(1)
    const last = told.at(-1)!
    expect(last.since).toBe(formatUtc(START))
    const times = last.track.map(({ t }) => Date.parse(t) - START)
    expect(times[0]).toBeGreaterThanOrEqual(60 * MINUTE)
    expect(times.at(-1)).toBe(180 * MINUTE)
    expect(times.every((ms, i) => i === 0 || ms - times[i - 1]! >= 5 * MINUTE)).toBe(true)
  })

  it('may be older without earlier or complete observation', () => {
    const tracks = new StormTracks()
    expect(tracks.follow([cell(WUHAN)], START, WHOLE)[0]!.mayBeOlder).toBe(true)
    const [, second] = tracks.follow([cell(WUHAN), cell(destination(WUHAN, 0, 90))], START + MINUTE, WHOLE)
    expect(second!.mayBeOlder).toBe(false)
    const third = tracks.follow([cell(destination(WUHAN, 180, 90))], START + 2 * MINUTE, [1, 0.5, 0])[0]
    expect(third!.mayBeOlder).toBe(true)
  })

  it('has another id after a restart of the server', () => {
    const [before] = new StormTracks().follow([cell(WUHAN)], START, WHOLE)
    const [after] = new StormTracks().follow([cell(WUHAN)], START + MINUTE, WHOLE)
    expect(after!.id).not.toBe(before!.id)
  })
})

describe('splits and merges', () => {
  const [west, middle, east] = [-14, 0, 14].map((km) => destination(WUHAN, 90, km)) as [LatLon, LatLon, LatLon]

  it('reports the origin of a split, and nothing of an independent storm', () => {
    const outside = destination(WUHAN, 0, 25)
    const [, told] = follow([cell(WUHAN)], [cell(WUHAN), cell(east), cell(outside)])
    expect(told!.map(({ splitFrom }) => splitFrom)).toEqual([null, told![0]!.id, null])
  })

  it('reports the storms that merged into another', () => {
    const three = [west, middle, east].map((at) => cell(at, { majorKm: 6, minorKm: 6 }))
    const [before, after] = follow(three, [cell(middle)])
    expect(after!.map(({ id }) => id)).toEqual([before![1]!.id])
    expect(after![0]!.merged).toEqual(
      [west, east].map((_, i) => ({ id: before![2 * i]!.id, t: formatUtc(START + MINUTE) })),
    )
  })

  it('reports no merger of a storm that ended far from others', () => {
    const [, after] = follow([cell(WUHAN), cell(destination(WUHAN, 0, 60))], [cell(WUHAN)])
    expect(after![0]!.merged).toEqual([])
  })
})

it('reports a lightning jump at once, and for half an hour', () => {
  const steady = Array.from({ length: 15 }, () => 12)
  const jumping = [40, 40, ...steady.slice(2)]
  const [, jumped, ...later] = follow(
    [cell(WUHAN, { perMinute: steady })],
    [cell(WUHAN, { perMinute: jumping })],
    ...Array.from({ length: 32 }, () => [cell(WUHAN, { perMinute: steady })]),
  )
  const jump = { t: formatUtc(START + MINUTE), fromPerMin: 12, toPerMin: 40 }
  expect(jumped![0]!.jump).toEqual(jump)
  expect(later[29]![0]!.jump).toEqual(jump)
  expect(later[31]![0]!.jump).toBeNull()
})

it('never gives one id to two storms, and reports no storm as its own origin', () => {
  const place = fc.record({ east: fc.integer({ min: -60, max: 60 }), north: fc.integer({ min: -60, max: 60 }) })
  fc.assert(
    fc.property(fc.array(fc.array(place, { maxLength: 6 }), { minLength: 2, maxLength: 12 }), (minutes) => {
      const at = ({ east, north }: { east: number; north: number }) =>
        destination(destination(WUHAN, 90, east), 0, north)
      const told = follow(...minutes.map((places) => places.map((each) => cell(at(each)))))
      for (const storms of told) {
        const ids = storms.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const { id, splitFrom, merged } of storms) {
          expect([splitFrom, ...merged.map((each) => each.id)]).not.toContain(id)
          expect(ids.filter((each) => merged.some((lost) => lost.id === each))).toEqual([])
        }
      }
    }),
    { numRuns: 100 },
  )
})
