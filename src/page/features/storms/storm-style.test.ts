import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { colourOf, contrast, faded, laid } from '../../../testing/contrast.ts'
import { grounds, TEXT, THEMES } from '../../../testing/grounds.ts'
import { toldMinutes } from '../../../testing/nowcast/served-minutes.ts'
import { NORWAY, replayedStrikes, VERMONT } from '../../../testing/replay-kit.ts'
import { MAP_INK } from '../../map/map-ink.ts'
import { ARCS } from './storm-icons.ts'
import { stormShapes } from './storm-shapes.ts'
import {
  discRadiusPx,
  LEGEND_RATES,
  labelLayer,
  nameLayer,
  numberLayer,
  RING_FILL_OPACITY,
  ringLayer,
} from './storm-style.ts'

// The expression evaluator of the map library, which is not one of our dependencies
const ofMaplibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
interface Evaluator {
  evaluate(globals: { zoom: number }, feature?: { type: number; properties: object }): number
}
const { createExpression } = ofMaplibre('@maplibre/maplibre-gl-style-spec') as {
  createExpression(expression: unknown, name: string): { result: string; value: Evaluator }
}

const evaluator = (expression: unknown, name: string) => createExpression(expression, name).value
const rings = ringLayer('dark', 1)
const radius = evaluator(rings.paint?.['circle-radius'], 'circle-radius')
const opacity = evaluator(rings.paint?.['circle-stroke-opacity'], 'circle-stroke-opacity')
const storm = (perMin: number) => ({ type: 1, properties: { perMin } })
/** Of the ring that the map draws. */
const radiusAt = (perMin: number, zoom: number) => radius.evaluate({ zoom }, storm(perMin))

const START = Date.UTC(2026, 6, 1, 8)

/** The rates of all storms of a recorded afternoon, minute by minute, sorted. */
async function recordedRates(recording: typeof NORWAY): Promise<number[]> {
  const batch = await replayedStrikes(recording, START)
  const rates = new Set<number>()
  for (const { told } of toldMinutes({ batch, airports: [] }, START, 240)) {
    const { middles } = stormShapes(told.storms, () => ({ number: '', text: '', name: '' }), { observed: 1 })
    for (const { properties } of middles.features) if (properties.perMin > 0) rates.add(properties.perMin)
  }
  return [...rates].sort((a, b) => a - b)
}

describe('the ring of a storm', () => {
  it.each([2, 3, 3.7, 4.5, 5.4, 6])('at zoom %d is at least 1.3 times as large for four times the strokes', (zoom) => {
    for (let perMin = 0.2; perMin * 4 <= 2_000; perMin *= 1.3) {
      expect(radiusAt(perMin * 4, zoom) / radiusAt(perMin, zoom)).toBeGreaterThanOrEqual(1.3)
    }
  })

  it.each([NORWAY, VERMONT])('is so for the storms that $source recorded, too', async (recording) => {
    const rates = await recordedRates(recording)
    expect(rates.length).toBeGreaterThan(20)
    const apart = rates.flatMap((low) => {
      const high = rates.find((rate) => rate >= 4 * low)
      return high === undefined ? [] : [[low, high] as const]
    })
    expect(apart.length).toBeGreaterThan(5)
    for (const zoom of [4, 5, 6]) {
      for (const [low, high] of apart) expect(radiusAt(high, zoom) / radiusAt(low, zoom)).toBeGreaterThanOrEqual(1.3)
    }
  })

  it.each([4, 5, 6])(
    'is more than twice as wide for 100 strokes a minute as for 5, and to be seen, at zoom %d',
    (zoom) => {
      expect(radiusAt(100, zoom) / radiusAt(5, zoom)).toBeGreaterThan(2.4)
      expect(radiusAt(5, zoom)).toBeGreaterThan(4)
      expect(opacity.evaluate({ zoom }, storm(5))).toBeGreaterThan(0.25)
    },
  )

  it('of a busier storm is above the others, and its label has priority', () => {
    const key = (expression: unknown, perMin: number) =>
      evaluator(expression, 'circle-sort-key').evaluate({ zoom: 5 }, storm(perMin))
    expect(key(rings.layout?.['circle-sort-key'], 8)).toBeGreaterThan(key(rings.layout?.['circle-sort-key'], 7))
    for (const layer of [numberLayer, nameLayer, labelLayer]) {
      const order = layer('dark', 1).layout?.['symbol-sort-key']
      expect(key(order, 8)).toBeLessThan(key(order, 7))
    }
  })

  it('is five times as large for 480 a minute as for 2', () => {
    expect(radiusAt(480, 3.7) / radiusAt(2, 3.7)).toBeGreaterThan(5)
  })

  it('is as large as the legend has it', () => {
    for (const perMin of LEGEND_RATES) expect(radiusAt(perMin, 4)).toBeCloseTo(discRadiusPx(perMin), 6)
  })
})

describe.each(THEMES)('in the %s theme', (theme) => {
  it('the number in a ring is read on the ground of the ring and on its halo', () => {
    const ring = ringLayer(theme, 1).paint
    const { ink, halo } = MAP_INK[theme]
    expect(ring?.['circle-color']).toBe(halo)
    for (const [where, ground] of Object.entries(grounds(theme))) {
      const within = laid(ground, faded(colourOf(halo), RING_FILL_OPACITY), colourOf(halo))
      expect(contrast(colourOf(ink), within), where).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('a ring has no hue: hues belong to strikes, airports and fires', () => {
    const [red, green, blue] = colourOf(MAP_INK[theme].ink)
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(0.2)
  })
})

it('the arcs of trends differ by position and length, not by colour', () => {
  const length = ({ fromDeg, toDeg }: { fromDeg: number; toDeg: number }) => toDeg - fromDeg
  expect(length(ARCS.new)).toBe(360)
  expect(Math.abs(ARCS.rising.fromDeg + ARCS.rising.toDeg)).toBe(0)
  expect(ARCS.falling.fromDeg + ARCS.falling.toDeg).toBe(360)
  expect(ARCS.rising.px).toBeGreaterThanOrEqual(2 * ARCS.falling.px)
})
