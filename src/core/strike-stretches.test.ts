import { describe, expect, it } from 'vitest'
import { StrikeStretches } from './strike-stretches.ts'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE

function visited(stretches: StrikeStretches, first = 0, end = Number.POSITIVE_INFINITY) {
  const seen: string[] = []
  stretches.visit(first, end, (from, to) => seen.push(`${from}-${to}`))
  return seen.join(' ')
}

describe('what came in the order of its strikes', () => {
  it('is one stretch, however it was cut', () => {
    const stretches = new StrikeStretches()
    stretches.add(0, 100, NOW)
    stretches.add(100, 110, NOW + 1_000)
    stretches.add(110, 111, NOW - 9_000) // a late one
    expect(visited(stretches)).toBe('0-111')
  })
})

describe('what fills up the past', () => {
  it('comes before what came before it', () => {
    const stretches = new StrikeStretches()
    stretches.add(0, 100, NOW)
    stretches.add(100, 300, NOW - 5 * MINUTE)
    expect(visited(stretches)).toBe('100-300 0-100')
  })

  it('is not gone on with by what is live', () => {
    const stretches = new StrikeStretches()
    stretches.add(0, 100, NOW)
    stretches.add(100, 300, NOW - 5 * MINUTE)
    stretches.add(300, 310, NOW + 1_000)
    stretches.add(310, 320, NOW + 2_000)
    expect(visited(stretches)).toBe('100-300 0-100 300-320')
  })

  it('may come in any order', () => {
    const stretches = new StrikeStretches()
    stretches.add(0, 100, NOW)
    stretches.add(100, 200, NOW - 5 * MINUTE)
    stretches.add(200, 300, NOW - 15 * MINUTE)
    stretches.add(300, 310, NOW + 1_000)
    stretches.add(310, 400, NOW - 10 * MINUTE)
    expect(visited(stretches)).toBe('200-300 310-400 100-200 0-100 300-310')
  })
})

it('visits only what is asked for', () => {
  const stretches = new StrikeStretches()
  stretches.add(0, 100, NOW)
  stretches.add(100, 300, NOW - 5 * MINUTE)
  expect(visited(stretches, 50, 250)).toBe('100-250 50-100')
  expect(visited(stretches, 300)).toBe('')
})

it('forgets what is held no longer', () => {
  const stretches = new StrikeStretches()
  stretches.add(0, 100, NOW)
  stretches.add(100, 300, NOW - 5 * MINUTE)
  stretches.add(300, 310, NOW + MINUTE, 150)
  expect(visited(stretches)).toBe('100-300 300-310')
})
