import fc from 'fast-check'
import { expect, it } from 'vitest'
import { freeInset, isAnotherInset } from './free-inset.ts'

const rect = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })
const LANDSCAPE = { width: 1920, height: 1080 }

it('excludes a bar, a column of cards and a strip', () => {
  const cards = [rect(0, 0, 1920, 90), rect(20, 100, 640, 500), rect(20, 510, 640, 1060), rect(660, 900, 1920, 1040)]
  expect(freeInset(cards, LANDSCAPE, 4 / 3)).toEqual({ top: 102, right: 12, bottom: 192, left: 652 })
})

it('excludes cards below the map of a tall window', () => {
  const cards = [rect(0, 0, 1080, 90), rect(0, 1000, 1080, 1700), rect(0, 1700, 1080, 1900)]
  expect(freeInset(cards, { width: 1080, height: 1920 }, 4 / 3)).toEqual({ top: 102, right: 12, bottom: 932, left: 12 })
})

it('uses the space beside a short card if it is larger', () => {
  const cards = [rect(0, 0, 300, 300)]
  expect(freeInset(cards, { width: 1000, height: 1000 }, 1)).toMatchObject({ left: 12, top: 312 })
  expect(freeInset(cards, { width: 1000, height: 1000 }, 0.5)).toMatchObject({ left: 312, top: 12 })
})

it('never overlaps a card', () => {
  const coordinate = fc.integer({ min: 0, max: 1_000 })
  const card = fc.tuple(coordinate, coordinate, coordinate, coordinate).map(([a, b, c, d]) => ({
    left: Math.min(a, b),
    right: Math.max(a, b) + 1,
    top: Math.min(c, d),
    bottom: Math.max(c, d) + 1,
  }))
  const property = fc.property(fc.array(card, { maxLength: 5 }), (cards) => {
    const inset = freeInset(cards, { width: 1_000, height: 1_000 }, 1.4)
    const free = rect(inset.left, inset.top, 1_000 - inset.right, 1_000 - inset.bottom)
    if (inset.left === 0 || free.right <= free.left || free.bottom <= free.top) return
    for (const each of cards) {
      const isApart =
        each.right <= free.left || each.left >= free.right || each.bottom <= free.top || each.top >= free.bottom
      expect(isApart).toBe(true)
    }
  })
  fc.assert(property, { numRuns: 60 })
})

it('does not move the map for one more line of a card', () => {
  const before = { top: 102, right: 12, bottom: 192, left: 772 }
  expect(isAnotherInset(before, { ...before, bottom: 220 }, 20)).toBe(false)
  expect(isAnotherInset(before, { ...before, bottom: 250 }, 20)).toBe(true)
  expect(isAnotherInset(null, before, 20)).toBe(true)
})
