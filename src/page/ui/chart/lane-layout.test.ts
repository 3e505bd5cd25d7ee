import { expect, it } from 'vitest'
import { CAPTION_PX, laneRange, placeLanes, roundTicks } from './lane-layout.ts'

it('stacks lanes, each with room for its caption', () => {
  const { places, heightPx } = placeLanes([{ heightPx: 80 }, { heightPx: 40, roomAbovePx: 30 }])
  expect(places[0]).toMatchObject({ captionPx: 0, topPx: CAPTION_PX, bottomPx: CAPTION_PX + 80 })
  expect(places[1]!.captionPx).toBeGreaterThan(places[0]!.bottomPx)
  expect(places[1]!.topPx).toBe(places[1]!.captionPx + CAPTION_PX + 30)
  expect(heightPx).toBeGreaterThan(places[1]!.bottomPx)
})

it('scales a lane so that its values fill it', () => {
  const [low, high] = laneRange([10, 20], { topPx: 100, bottomPx: 150 }, 300)
  const pxOf = (value: number) => ((high - value) / (high - low)) * 300
  expect(pxOf(20)).toBeCloseTo(100)
  expect(pxOf(10)).toBeCloseTo(150)
})

it('writes round values with enough digits to distinguish them', () => {
  const texts = (low: number, high: number) => roundTicks([low, high], 3).map(({ text }) => text)
  expect(texts(0, 100)).toEqual(['0', '50', '100'])
  expect(texts(-7, 12)).toEqual(['0', '10'])
  expect(texts(-22, 3)).toEqual(['−20', '−10', '0'])
  expect(texts(1007.4, 1016.2)).toEqual(['1010', '1015'])
  expect(texts(29.84, 30.02)).toEqual(['29.9', '30.0'])
  expect(texts(0, 0.6)).toEqual(['0.0', '0.2', '0.4', '0.6'])
})
