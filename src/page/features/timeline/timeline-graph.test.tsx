// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Bins } from './bins.ts'
import { barsPath, groundPath, hatchPath } from './graph-paths.ts'
import { TimelineGraph } from './timeline-graph.tsx'

/** A CSS pixel is a second. */
const FRAME = { fromMs: 100_000, toMs: 200_000, width: 100, height: 40, coarseness: 1 }
const COUNTS: Record<number, number> = { 11: 4, 13: 1 }

function bins(changes: Partial<Bins> = {}): Bins {
  return {
    binMs: 10_000,
    first: 10,
    end: 21,
    all: (bin) => COUNTS[bin] ?? 0,
    inView: null,
    notObserved: [],
    pending: [],
    ...changes,
  }
}

const up = { base: 30, reach: 20 }

it('draws a bar for each count at its moment, the highest at full height', () => {
  expect(barsPath(bins(), bins().all, FRAME, up)).toBe('M10 30h9v-20h-9zM30 30h9v-5h-9z')
  expect(barsPath(bins(), bins().all, FRAME, { base: 30, reach: -20 })).toBe('M10 30h9v20h-9zM30 30h9v5h-9z')
})

it('leaves no count unseen, however small beside the others or however short', () => {
  const uneven = { ...bins(), all: (bin: number) => ({ 11: 10_000, 12: 1 })[bin] ?? 0 }
  expect(barsPath(uneven, uneven.all, { ...FRAME, toMs: 2_100_000 }, up)).toBe('M0.5 30h1v-20h-1zM1 30h1v-1h-1z')
})

it('marks spans within the graph only, and short ones with the requested width', () => {
  const spans = [
    { fromMs: 0, toMs: 110_000 },
    { fromMs: 150_000, toMs: 150_001 },
    { fromMs: 300_000, toMs: 400_000 },
  ]
  expect(groundPath(spans, FRAME, 2)).toBe('M0 0H10V40H0zM50 0H52V40H50z')
})

it('hatches a span from edge to edge and nothing beside it', () => {
  const path = hatchPath([{ fromMs: 150_000, toMs: 160_000 }], FRAME, 2)
  const lines = [...path.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((found) => found.slice(1).map(Number))
  expect(lines.length).toBeGreaterThan(5)
  for (const [x1, y1, x2, y2] of lines as [number, number, number, number][]) {
    expect(x1).toBeGreaterThanOrEqual(50)
    expect(x2).toBeLessThanOrEqual(60)
    expect(y1 - y2).toBeCloseTo(x2 - x1) // all have the same slant
    expect(Math.min(y1, y2)).toBeGreaterThanOrEqual(0)
    expect((x1 + y1 - FRAME.height) % 6).toBeCloseTo(0) // and starts from the common grid
  }
})

it('draws nothing before its width is known, and separates the two counts', () => {
  const drawn = (width: number, shown: Bins) =>
    [...render(<TimelineGraph {...FRAME} bins={shown} width={width} />).container.querySelectorAll('path')]
      .map((path) => path.getAttribute('d') ?? '')
      .filter((path) => path !== '')
  expect(drawn(0, bins())).toEqual([])
  expect(drawn(100, bins())).toEqual(['M10 39h9v-37h-9zM30 39h9v-9.3h-9z'])
  expect(drawn(100, bins({ inView: 'loading' }))).toEqual(['M10 23h9v16h-9zM30 23h9v4h-9z'])
  expect(drawn(100, bins({ inView: (bin) => (bin === 13 ? 2 : 0) }))).toEqual([
    'M30 22h9v-20h-9z',
    'M10 23h9v16h-9zM30 23h9v4h-9z',
  ])
})
