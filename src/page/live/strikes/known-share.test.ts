import { expect, it } from 'vitest'
import type { Span } from '../../../core/time/spans.ts'
import { type KnownShare, knownCount, knownShare, unknownShare } from './known-share.ts'

const MIN = 60_000
const held = (pending: Span[], notObserved: Span[]) => ({ pending: () => pending, notObserved: () => notObserved })
const span = (fromMin: number, toMin: number): Span => ({ fromMs: fromMin * MIN, toMs: toMin * MIN })

it.each<[KnownShare, Span[], Span[]]>([
  ['all', [], []],
  ['all', [], [{ fromMs: 0, toMs: 10_000 }]],
  ['part', [], [span(0, 10)]],
  ['none', [], [span(0, 30)]],
  ['loading', [span(0, 10)], []],
  ['loading', [span(0, 10)], [span(10, 30)]],
])('reports that %s of a period is known', (share, pending, notObserved) => {
  expect(knownShare(held(pending, notObserved), 0, 30 * MIN)).toBe(share)
})

it('never shows 0 for an incomplete period', () => {
  expect((['all', 'part', 'none', 'loading'] as const).map((share) => knownCount(0, share, String))).toEqual([
    '0',
    '?',
    '?',
    '?',
  ])
  expect(knownCount(3, 'part', String)).toBe('≥\u00a03')
  expect(knownCount(3, 'all', String)).toBe('3')
})

it.each([
  [0, [], [], null],
  [0, [], [{ fromMs: 0, toMs: 10_000 }], null],
  [0.5, [], [span(0, 15)], null],
  [1, [], [span(0, 30)], null],
  // Loading periods are not hatched, unless loading failed.
  [0, [span(0, 15)], [], null],
  [0.5, [span(0, 15)], [], 'answered 500'],
  [1, [span(0, 15)], [span(15, 30)], 'answered 500'],
])('reports that %s of a period is unknown', (share, pending, notObserved, trouble) => {
  expect(unknownShare({ ...held(pending, notObserved), trouble }, 0, 30 * MIN)).toBe(share)
})
