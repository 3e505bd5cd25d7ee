import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { THEMES } from '../../../../testing/grounds.ts'
import { placeLayers } from './place-style.ts'

// The expression evaluator of the map library, which is not one of our dependencies
const ofMaplibre = createRequire(createRequire(import.meta.url).resolve('maplibre-gl/package.json'))
interface Evaluator {
  evaluate(globals: { zoom: number }, feature: { type: number; properties: object }): number
}
const { createExpression } = ofMaplibre('@maplibre/maplibre-gl-style-spec') as {
  createExpression(expression: unknown, name: string): { result: string; value: Evaluator }
}

it.each(THEMES)(
  'of thousands of places at low zoom, struck ones contrast with inactive ones, in the %s theme',
  (theme) => {
    const points = placeLayers(theme, 'chosen').find((layer) => layer.type === 'circle')!
    const radius = createExpression(points.paint?.['circle-radius'], 'circle-radius').value
    const order = createExpression(points.layout?.['circle-sort-key'], 'circle-sort-key').value
    const of = (state: string, id = 'one') => ({ type: 1, properties: { id, state } })
    for (const zoom of [2, 3, 4.5]) {
      const atRest = radius.evaluate({ zoom }, of('not-watched'))
      expect(atRest).toBeLessThan(2.5)
      expect(radius.evaluate({ zoom }, of('quiet'))).toBe(atRest)
      for (const state of ['alert', 'alarm']) expect(radius.evaluate({ zoom }, of(state))).toBeGreaterThan(2 * atRest)
      expect(radius.evaluate({ zoom }, of('quiet', 'chosen'))).toBe(7)
    }
    expect(radius.evaluate({ zoom: 8 }, of('quiet'))).toBe(5)
    const inOrder = ['quiet', 'alert', 'alarm'].map((state) => order.evaluate({ zoom: 3 }, of(state)))
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    expect(new Set(inOrder).size).toBe(3)
  },
)
