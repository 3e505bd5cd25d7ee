// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { StormCell } from '../../../core/storms/storm-cells.ts'
import type { StormsNow } from '../../live/storms/watch-storms.ts'
import { useToldStorms } from './use-told-storms.ts'

const AT = 1_800_000_000_000
const found = (atMs: number, ...strokesPerMin: number[]) =>
  ({ atMs, storms: strokesPerMin.map((rate) => ({ strokesPerMin: rate }) as StormCell) }) as unknown as StormsNow

const told = (first: StormsNow) => renderHook((now: StormsNow) => useToldStorms(now), { initialProps: first })

it('tells for ten seconds of storms as they were when these began', () => {
  const { result, rerender } = told(found(AT, 480))
  const first = found(AT + 10_000, 483)
  rerender(first)
  rerender(found(AT + 11_000, 485))
  rerender(found(AT + 19_999, 491))
  expect(result.current).toBe(first)
  const next = found(AT + 20_000, 492)
  rerender(next)
  expect(result.current).toBe(next)
})

it('tells of each look while strikes may still be loading: at first, and where another time is shown', () => {
  const { result, rerender } = told(found(AT))
  for (const atMs of [AT + 1_000, AT + 9_999, AT - 3_600_000, AT - 3_599_000]) {
    const look = found(atMs, 480)
    rerender(look)
    expect(result.current).toBe(look)
  }
})
