import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Span, Spans } from './spans.ts'

// A fixed seed gives the same examples in each run, so that a failure comes from a change of the code.
fc.configureGlobal({ seed: 20_261_121 })

const pairs = (spans: readonly Span[]) => spans.map(({ fromMs, toMs }) => [fromMs, toMs])

describe('spans', () => {
  it('grow with time, and merge adjacent ones', () => {
    const spans = new Spans()
    spans.add(0, 10)
    spans.add(10, 20)
    spans.add(40, 50)
    expect(pairs(spans.list())).toEqual([
      [0, 20],
      [40, 50],
    ])
    spans.add(15, 40)
    expect(pairs(spans.list())).toEqual([[0, 50]])
  })

  it('subtract spans, and list missing and present parts', () => {
    const spans = new Spans([{ fromMs: 0, toMs: 100 }])
    spans.remove(30, 40)
    spans.remove(90, 200)
    expect(pairs(spans.missing(-10, 95))).toEqual([
      [-10, 0],
      [30, 40],
      [90, 95],
    ])
    expect(pairs(spans.within(20, 50))).toEqual([
      [20, 30],
      [40, 50],
    ])
  })

  it('ignore empty and reversed spans', () => {
    const spans = new Spans([{ fromMs: 5, toMs: 5 }])
    spans.add(9, 3)
    expect(spans.last).toBeNull()
    spans.add(0, 10)
    spans.remove(7, 2)
    expect(pairs(spans.list())).toEqual([[0, 10]])
  })

  it('contain the same moments as a set of them would', () => {
    const change = fc.record({ add: fc.boolean(), from: fc.nat(40), length: fc.nat(12) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const spans = new Spans()
        const moments = new Set<number>()
        for (const { add, from, length } of changes) {
          if (add) spans.add(from, from + length)
          else spans.remove(from, from + length)
          for (let ms = from; ms < from + length; ms++) add ? moments.add(ms) : moments.delete(ms)
        }
        const held = spans
          .list()
          .flatMap(({ fromMs, toMs }) => Array.from({ length: toMs - fromMs }, (_, i) => fromMs + i))
        expect(held).toEqual([...moments].sort((a, b) => a - b))
        const missing = spans.missing(0, 60).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
        expect(missing).toBe(60 - moments.size)
      }),
    )
  })
})
