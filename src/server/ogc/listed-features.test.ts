import { expect, it } from 'vitest'
import { boxOf } from '../../core/places/place-shape.ts'
import { listedFeatures, overlap } from './listed-features.ts'

const box = (west: number, south: number, east: number, north: number) => ({ west, south, east, north })

it('finds what two boxes share, also across the antimeridian', () => {
  expect(overlap(box(0, 0, 10, 10), box(10, 10, 20, 20))).toBe(true)
  expect(overlap(box(0, 0, 10, 10), box(11, 0, 20, 10))).toBe(false)
  expect(overlap(box(0, 0, 10, 10), box(0, 11, 10, 20))).toBe(false)
  expect(overlap(box(170, 0, -170, 10), box(-175, 5, -160, 6))).toBe(true)
  expect(overlap(box(170, 0, -170, 10), box(-160, 5, 160, 6))).toBe(false)
  const line = {
    type: 'LineString',
    coordinates: [
      [179, 0],
      [-179, 2],
    ],
  } as const
  expect(boxOf(line)).toEqual(box(179, 0, -179, 2))
})

it('ends a page at four mebibytes, too, and leads on from there', async () => {
  const long = `"${'x'.repeat(1_000_000)}"`
  const end = { period: null, notObserved: [] }
  const read = async (next: string | undefined) => {
    const features = listedFeatures(Array.from({ length: 6 }), () => long, { next, limit: 10 }, end)
    let count = 0
    for (;;) {
      const step = await features.next()
      if (step.done) return { count, next: step.value.next, matched: step.value.matched }
      count += step.value.length
    }
  }
  expect(await read(undefined)).toEqual({ count: 5, next: '5', matched: 6 })
  expect(await read('5')).toEqual({ count: 1, next: null, matched: 6 })
})
