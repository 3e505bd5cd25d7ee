import { expect, it } from 'vitest'
import { NO_FILTER, useLog } from './log-store.ts'

it('keeps the newer end of a period that would end before it begins, and clears the other one', () => {
  const { setFilter } = useLog.getState()
  const period = () => {
    const { fromMs, toMs } = useLog.getState().filter
    return [fromMs, toMs]
  }
  setFilter({ fromMs: 1_000 })
  setFilter({ toMs: 2_000 })
  expect(period()).toEqual([1_000, 2_000])
  setFilter({ fromMs: 2_000 })
  expect(period()).toEqual([2_000, null])
  setFilter({ toMs: 1_500 })
  expect(period()).toEqual([null, 1_500])
  setFilter(NO_FILTER)
  expect(period()).toEqual([null, null])
})
