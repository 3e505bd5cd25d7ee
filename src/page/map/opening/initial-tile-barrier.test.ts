import { expect, it } from 'vitest'
import { InitialTileBarrier } from './initial-tile-barrier.ts'

it('draws a map without a tile: its strikes may be there before', () => {
  expect(new InitialTileBarrier().mustWait(1_000, () => false)).toBe(false)
})

it('waits from the first tile on until all are there', () => {
  const ground = new InitialTileBarrier()
  ground.tileCame(1_000)
  expect(ground.mustWait(1_010, () => false)).toBe(true)
  expect(ground.mustWait(1_020, () => true)).toBe(false)
})

it('waits no longer than 300 ms from the first, however many follow', () => {
  const ground = new InitialTileBarrier()
  ground.tileCame(1_000)
  ground.tileCame(1_250)
  expect(ground.mustWait(1_299, () => false)).toBe(true)
  expect(ground.mustWait(1_300, () => false)).toBe(false)
})
