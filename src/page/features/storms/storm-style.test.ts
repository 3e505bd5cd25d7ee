import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { colourOf, contrast } from '../../../testing/contrast.ts'
import { TEXT, THEMES } from '../../../testing/grounds.ts'
import { DISC_COLOURS, discLayer, discRadiusPx, NUMBER_FROM_PER_MIN, NUMBER_INK } from './storm-style.ts'

// The evaluator that belongs to the map library we draw with, which is not a package of our own
const ofMaplibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
interface Evaluator {
  evaluate(globals: { zoom: number }, feature: { type: number; properties: object }): number
}
const { createExpression } = ofMaplibre('@maplibre/maplibre-gl-style-spec') as {
  createExpression(expression: unknown, name: string): { result: string; value: Evaluator }
}

const radius = createExpression(discLayer('dark', 1).paint?.['circle-radius'], 'circle-radius').value
/** Of the disc that the map draws. */
const radiusAt = (perMin: number, zoom: number) => radius.evaluate({ zoom }, { type: 1, properties: { perMin } })

describe('the disc of a storm', () => {
  it.each([2, 3, 3.7, 4.5, 5.4])('is at least 30 %% larger for four times the strokes, at zoom %d', (zoom) => {
    for (let perMin = 0.5; perMin * 4 <= 2_000; perMin *= 1.3) {
      expect(radiusAt(perMin * 4, zoom) / radiusAt(perMin, zoom)).toBeGreaterThanOrEqual(1.3)
    }
  })

  it('is five times as large for 480 a minute as for 2', () => {
    expect(radiusAt(480, 3.7) / radiusAt(2, 3.7)).toBeGreaterThan(5)
  })

  it('is as large as the legend has it', () => {
    for (const perMin of [1, 10, 60, 300]) expect(radiusAt(perMin, 4)).toBeCloseTo(discRadiusPx(perMin), 6)
  })
})

it.each(THEMES)('the number in a disc is read on it, in the %s theme', (theme) => {
  for (const [perMin, colour] of DISC_COLOURS[theme]) {
    if (perMin < NUMBER_FROM_PER_MIN / 4) continue
    expect(contrast(colourOf(NUMBER_INK[theme]), colourOf(colour)), colour).toBeGreaterThanOrEqual(TEXT)
  }
})
