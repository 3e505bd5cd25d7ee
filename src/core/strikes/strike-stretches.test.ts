import { describe, expect, it } from 'vitest'
import { StrikeStretches } from './strike-stretches.ts'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE

/** Runs of these numbers of strikes, with the time of the latest strike after the first ones. */
function setUp(...added: [count: number, afterMs: number][]) {
  const stretches = new StrikeStretches()
  let end = 0
  for (const [count, afterMs] of added) {
    stretches.add(end, end + count, NOW + afterMs)
    end += count
  }
  return stretches
}

function visited(stretches: StrikeStretches, first = 0, end = Number.POSITIVE_INFINITY) {
  const seen: string[] = []
  stretches.visit(first, end, (from, to) => seen.push(`${from}-${to}`))
  return seen.join(' ')
}

it('takes arrivals in the order of strikes as one run, with any batches', () => {
  const late = -9_000
  expect(visited(setUp([100, 0], [10, 1_000], [1, late]))).toBe('0-111')
})

describe('what fills up the past', () => {
  const live = [100, 0] as [number, number]

  it('precedes an earlier arrival', () => {
    expect(visited(setUp(live, [200, -5 * MINUTE]))).toBe('100-300 0-100')
  })

  it('is not continued by live strikes', () => {
    expect(visited(setUp(live, [200, -5 * MINUTE], [10, 1_000], [10, 2_000]))).toBe('100-300 0-100 300-320')
  })

  it('may arrive in any order', () => {
    const stretches = setUp(live, [100, -5 * MINUTE], [100, -15 * MINUTE], [10, 1_000], [90, -10 * MINUTE])
    expect(visited(stretches)).toBe('200-300 310-400 100-200 0-100 300-310')
  })

  it('is visited up to the requested end', () => {
    const stretches = setUp(live, [200, -5 * MINUTE])
    expect(visited(stretches, 50, 250)).toBe('100-250 50-100')
    expect(visited(stretches, 300)).toBe('')
  })

  it('is forgotten when it is held no longer', () => {
    const stretches = setUp(live, [200, -5 * MINUTE])
    stretches.add(300, 310, NOW + MINUTE, 150)
    expect(visited(stretches)).toBe('100-300 300-310')
  })
})
