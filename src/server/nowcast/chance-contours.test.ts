import { expect, it } from 'vitest'
import { type ChanceTile, TILE_NODES } from '../../core/nowcast/chance-field.ts'
import { contoursOf } from './chance-contours.ts'

/** Chances that fall off linearly from a node, equal for 30 and 60 minutes, half for 15. */
function peakAt(peakX: number, peakY: number, fallPerStep: number): ChanceTile {
  const values = Array.from({ length: TILE_NODES * TILE_NODES }, (_, i) => {
    const away = Math.hypot((i % TILE_NODES) - peakX, Math.floor(i / TILE_NODES) - peakY)
    return Math.max(0, 1 - fallPerStep * away)
  })
  return [values.map((chance) => chance / 2), values, values]
}

it('closes contours around a peak, at their chance', () => {
  const contours = contoursOf(peakAt(8, 8, 0.3))
  expect(contours.map(({ minutes, percent }) => [minutes, percent])).toEqual([
    [15, 10],
    [15, 30],
    ...[30, 60].flatMap((minutes) => [10, 30, 50].map((percent) => [minutes, percent])),
  ])
  const { lines } = contours.find(({ minutes, percent }) => minutes === 30 && percent === 50)!
  expect(lines).toHaveLength(1)
  expect(lines[0]!.at(-1)).toEqual(lines[0]![0])
  for (const [x, y] of lines[0]!) expect(Math.abs(Math.hypot(x - 8, y - 8) - 0.5 / 0.3)).toBeLessThan(0.3)
})

it('ends contours at the edge of the tile, where those of its neighbour begin', () => {
  const endsAt = (tile: ChanceTile, edge: number) =>
    contoursOf(tile)
      .flatMap(({ lines }) => lines)
      .flatMap((line) => [line[0]!, line.at(-1)!])
      .filter(([x]) => x === edge)
      .map(([, y]) => y)
      .toSorted((a, b) => a - b)
  const west = endsAt(peakAt(14, 8, 0.15), TILE_NODES - 1)
  const east = endsAt(peakAt(14 - TILE_NODES + 1, 8, 0.15), 0)
  expect(west).toHaveLength(16)
  expect(west).toEqual(east)
})
