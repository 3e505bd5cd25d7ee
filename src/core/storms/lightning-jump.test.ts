import { expect, it } from 'vitest'
import { jumpIn } from './storm-tracks.ts'

/** Strokes in each two minutes, the oldest first; before them one more minute. */
const of = (...pairs: number[]) => jumpIn({ perMinute: [...pairs.toReversed().flatMap((each) => [each, each]), 0] })

it('is a rise by more than twice the scatter of the ten minutes before', () => {
  expect(of(20, 22, 20, 22, 20, 22, 40)).toEqual({ fromPerMin: 22, toPerMin: 40 })
  expect(of(20, 30, 15, 35, 20, 30, 45)).toBeNull()
})

it('is none below ten flashes a minute, nor with a falling rate', () => {
  expect(of(2, 2, 2, 2, 2, 2, 29)).toBeNull()
  expect(of(2, 2, 2, 2, 2, 2, 30)).not.toBeNull()
  expect(of(90, 92, 90, 92, 90, 92, 60)).toBeNull()
})
