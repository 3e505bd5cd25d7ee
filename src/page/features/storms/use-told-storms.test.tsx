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
  const first = found(AT, 480)
  const { result, rerender } = told(first)
  rerender(found(AT + 1_000, 483))
  rerender(found(AT + 9_999, 491))
  expect(result.current).toBe(first)
  const next = found(AT + 10_000, 492)
  rerender(next)
  expect(result.current).toBe(next)
})

it('tells at once of the first ones, and of another time that is shown', () => {
  const { result, rerender } = told(found(AT))
  const first = found(AT + 1_000, 480)
  rerender(first)
  expect(result.current).toBe(first)
  const past = found(AT - 3_600_000, 12)
  rerender(past)
  expect(result.current).toBe(past)
})
