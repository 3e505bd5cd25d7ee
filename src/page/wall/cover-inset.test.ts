import { expect, it } from 'vitest'
import { coverInset, isAnotherInset } from './cover-inset.ts'

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

it('leaves free what bar, cards beside the map and the strip below it do not cover, as they are laid out', () => {
  const parts = { bar: rect(0, 0, 1920, 90), cards: rect(20, 100, 760, 1060), strip: rect(780, 900, 1920, 1040) }
  const size = { width: 1920, height: 1080 }
  expect(coverInset(parts, size)).toEqual({ top: 102, right: 12, bottom: 192, left: 772 })
})

it('places wide cards of a tall screen below the map', () => {
  const parts = { bar: rect(0, 0, 1080, 90), cards: rect(0, 1000, 1080, 1700), strip: rect(0, 1700, 1080, 1900) }
  expect(coverInset(parts, { width: 1080, height: 1920 })).toEqual({ top: 102, right: 12, bottom: 932, left: 12 })
})

it('moves the map for no line more of a card', () => {
  const before = { top: 102, right: 12, bottom: 192, left: 772 }
  expect(isAnotherInset(before, { ...before, bottom: 220 }, 20)).toBe(false)
  expect(isAnotherInset(before, { ...before, bottom: 250 }, 20)).toBe(true)
  expect(isAnotherInset(null, before, 20)).toBe(true)
})
