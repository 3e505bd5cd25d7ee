import { describe, expect, it } from 'vitest'
import type { Storm } from '../../../contract/nowcast.ts'
import { offCentre } from '../../../core/geo/fit-view.ts'
import { type Box, distanceKm, isInside, type LatLon, mercatorX, mercatorY, viewBox } from '../../../core/geo/geo.ts'
import { activityOf } from '../../../core/storms/storm-order.ts'
import { recordedWorld, scriptedWorld, toldMinutes } from '../../../testing/nowcast/served-minutes.ts'
import { NORWAY, VERMONT } from '../../../testing/replay-kit.ts'
import { freeInset, type Rect } from './free-inset.ts'
import { type Frame, fittedView, isInSight, nextFit, pixelOf } from './wall-view.ts'

const START = Date.UTC(2026, 6, 1, 8)
const CHINA = { west: 73, south: 17, east: 136, north: 54 }

/** Cards of a wall of that size, as measured in a browser; `column`: the width of the cards beside the map. */
const landscape =
  (column: number) =>
  (width: number, height: number, em: number): Rect[] => [
    { left: 0.3 * em, top: 0.2 * em, right: width - 0.3 * em, bottom: 1.9 * em },
    { left: 0.3 * em, top: 2.2 * em, right: column * em, bottom: 13.5 * em },
    { left: 0.3 * em, top: 13.8 * em, right: column * em, bottom: height - 0.5 * em },
    { left: (column + 0.3) * em, top: height - 6.6 * em, right: width - 0.3 * em, bottom: height - 0.9 * em },
  ]
const LANDSCAPE = landscape(16)
const LOW = landscape(20.5)
const PORTRAIT = (width: number, height: number, em: number): Rect[] => [
  { left: 0.3 * em, top: 0.2 * em, right: width - 0.3 * em, bottom: 3.5 * em },
  { left: 0.3 * em, top: height - 24 * em, right: width - 0.3 * em, bottom: height - 7 * em },
  { left: 0.3 * em, top: height - 6.6 * em, right: width - 0.3 * em, bottom: height - 0.9 * em },
]

const SIZES = [
  { name: '1920 × 1080', width: 1920, height: 1080, em: 40.5, cards: LANDSCAPE },
  { name: '1280 × 720', width: 1280, height: 720, em: 27, cards: LANDSCAPE },
  { name: '3840 × 2160', width: 3840, height: 2160, em: 81, cards: LANDSCAPE },
  { name: '1080 × 1920', width: 1080, height: 1920, em: 40.5, cards: PORTRAIT },
  { name: '844 × 390', width: 844, height: 390, em: 14.6, cards: LOW },
]
const MAP_TYPE_PX = 19

/** The map of a wall in its own pixels, and the cards over it. */
function framed({ width, height, em, cards }: (typeof SIZES)[number], area: Box): { frame: Frame; over: Rect[] } {
  const map = Math.max(1, em / MAP_TYPE_PX)
  const over = cards(width, height, em).map(({ left, top, right, bottom }) => ({
    left: left / map,
    top: top / map,
    right: right / map,
    bottom: bottom / map,
  }))
  const size = { width: width / map, height: height / map }
  const aspect = (mercatorX(area.east) - mercatorX(area.west)) / (mercatorY(area.south) - mercatorY(area.north))
  return { frame: { ...size, inset: freeInset(over, size, aspect) }, over }
}

/** The share of the free part of the map that shows the area. */
function shareOf(area: Box, view: ReturnType<typeof fittedView>, frame: Frame): number {
  const { top, right, bottom, left } = frame.inset
  const centred = offCentre(view, { top: bottom, right: left, bottom: top, left: right })
  const shown = viewBox(centred, frame.width - left - right, frame.height - top - bottom)
  const part = (from: number, to: number, a: number, b: number) => (Math.min(to, b) - Math.max(from, a)) / (to - from)
  const wide = part(mercatorX(shown.west), mercatorX(shown.east), mercatorX(area.west), mercatorX(area.east))
  const high = part(mercatorY(shown.north), mercatorY(shown.south), mercatorY(area.north), mercatorY(area.south))
  return Math.max(0, wide) * Math.max(0, high)
}

/** The maximum share of the area, whose shape may differ from that of the free part. */
function mostShare({ west, south, east, north }: Box, { width, height, inset }: Frame): number {
  const area = (mercatorX(east) - mercatorX(west)) / (mercatorY(south) - mercatorY(north))
  const free = (width - inset.left - inset.right) / (height - inset.top - inset.bottom)
  return Math.min(area / free, free / area)
}

const WORLDS = [
  ...(['outbreak', 'crossing', 'quiet'] as const).map((name) => ({
    name: `the scripted world ${name}`,
    minutes: 12,
    area: CHINA,
    begin: async () => scriptedWorld(name, START),
  })),
  {
    name: `strikes recorded by ${NORWAY.source}`,
    minutes: 60,
    area: { west: 4, south: 57, east: 32, north: 71 },
    begin: () => recordedWorld(NORWAY, START),
  },
  {
    name: `strikes recorded by ${VERMONT.source}`,
    minutes: 60,
    area: { west: -75, south: 43, east: -72, north: 45.2 },
    begin: () => recordedWorld(VERMONT, START),
  },
]

/** The airports nearest to storms, as in the list of the worst, and two pinned ones. */
function namedAirports(storms: readonly Storm[], airports: readonly LatLon[]): LatLon[] {
  const worst = storms.slice(0, 4).flatMap((storm) => {
    const kmOf = (at: LatLon) => distanceKm(at, storm)
    return airports.toSorted((a, b) => kmOf(a) - kmOf(b)).slice(0, 1)
  })
  return [...worst, ...airports.slice(0, 1), ...airports.slice(-1)]
}

describe.each(WORLDS)('in $name', async ({ minutes, area, begin }) => {
  const { batch, airports } = await begin()
  const told = [...toldMinutes({ batch, airports: [] }, START, minutes)].filter((_, i) => i % 6 === 5)
  const listed = airports.filter((airport) => isInside(area, airport))

  it.each(SIZES)(
    'has no card over a named place or storm at $name, and shows the area in 60 % of the free screen',
    (size) => {
      const { frame, over } = framed(size, area)
      for (const { told: nowcast } of told) {
        const activity = activityOf(nowcast.storms, 1, { area, airports: listed })
        const named = namedAirports(activity, listed)
        const view = fittedView({ area, points: [...activity, ...named] }, frame)
        for (const point of [...activity, ...named]) {
          const { x, y } = pixelOf(view, point, frame)
          expect(x > 0 && y > 0 && x < frame.width && y < frame.height, JSON.stringify(point)).toBe(true)
          const isCovered = over.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom)
          expect(isCovered, JSON.stringify(point)).toBe(false)
        }
        expect(shareOf(area, view, frame)).toBeGreaterThanOrEqual(Math.min(0.6, 0.9 * mostShare(area, frame)))
      }
      expect(told.length).toBeGreaterThan(0)
    },
  )

  it.each(SIZES)('shows all of the area at $name without activity', (size) => {
    const { frame } = framed(size, area)
    const view = fittedView({ area, points: [] }, frame)
    expect(shareOf(area, view, frame)).toBeGreaterThanOrEqual(Math.min(0.6, 0.99 * mostShare(area, frame)))
    if (area === CHINA) expect(shareOf(area, view, frame)).toBeGreaterThanOrEqual(0.6)
    const corners = [
      { lat: area.north, lon: area.west },
      { lat: area.south, lon: area.east },
    ]
    for (const corner of corners) expect(isInSight(view, corner, frame, -1)).toBe(true)
  })
})

const FRAME = { width: 1_000, height: 800, inset: { top: 50, right: 10, bottom: 100, left: 300 } }
const POINTS = [
  { lat: 23, lon: 113 },
  { lat: 31, lon: 121 },
]

it('fills the free part of the screen with the activity, except for the margin of a mark', () => {
  const view = fittedView({ area: CHINA, points: POINTS }, FRAME)
  const [a, b] = POINTS.map((point) => pixelOf(view, point, FRAME))
  const wide = Math.abs(a!.x - b!.x) / 690
  const high = Math.abs(a!.y - b!.y) / 650
  expect(Math.max(wide, high)).toBeGreaterThan(0.9)
})

it('shows a single storm with its surroundings', () => {
  expect(fittedView({ area: CHINA, points: [POINTS[0]!] }, FRAME).zoom).toBe(6.5)
})

it('fits points on both sides of the antimeridian', () => {
  const area = { west: 160, south: -30, east: -150, north: 10 }
  const points = [
    { lat: -18, lon: 178 },
    { lat: -14, lon: -171 },
  ]
  const view = fittedView({ area, points }, FRAME)
  for (const point of points) expect(isInSight(view, point, FRAME, 0)).toBe(true)
})

describe('the view of a wall over time', () => {
  const first = nextFit(null, { area: CHINA, points: POINTS }, FRAME, 0, 20_000)

  it('stays while all points are visible', () => {
    const within = [...POINTS, { lat: 27, lon: 117 }]
    expect(nextFit(first, { area: CHINA, points: within }, FRAME, 60_000, 20_000)).toBe(first)
  })

  it('moves at once for a point under a card or off the screen', () => {
    const next = nextFit(first, { area: CHINA, points: [...POINTS, { lat: 40, lon: 116 }] }, FRAME, 1_000, 20_000)
    expect(next).not.toBe(first)
    expect(isInSight(next.view, { lat: 40, lon: 116 }, FRAME, 0)).toBe(true)
  })

  it('follows points that fit in no view after the dwell time only', () => {
    const narrow = { width: 200, height: 800, inset: { top: 50, right: 80, bottom: 100, left: 80 } }
    const moved = { area: CHINA, points: POINTS.map(({ lat, lon }) => ({ lat, lon: lon + 0.01 })) }
    const begun = nextFit(null, { area: CHINA, points: POINTS }, narrow, 0, 20_000)
    expect(nextFit(begun, moved, narrow, 19_000, 20_000)).toBe(begun)
    expect(nextFit(begun, moved, narrow, 20_000, 20_000)).not.toBe(begun)
  })

  it('narrows, and returns to the whole area, after the dwell time only', () => {
    const less = { area: CHINA, points: [{ lat: 27, lon: 117 }] }
    expect(nextFit(first, less, FRAME, 19_000, 20_000)).toBe(first)
    expect(nextFit(first, less, FRAME, 20_000, 20_000).view.zoom).toBeGreaterThan(first.view.zoom)
    const none = { area: CHINA, points: [] }
    expect(nextFit(first, none, FRAME, 19_000, 20_000)).toBe(first)
    expect(nextFit(first, none, FRAME, 20_000, 20_000).view).toEqual(fittedView(none, FRAME))
  })

  it('leaves the whole area as soon as there is activity', () => {
    const whole = nextFit(null, { area: CHINA, points: [] }, FRAME, 0, 20_000)
    expect(nextFit(whole, { area: CHINA, points: POINTS }, FRAME, 1_000, 20_000)).not.toBe(whole)
  })
})
