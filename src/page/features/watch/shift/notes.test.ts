import { expect, it } from 'vitest'
import { isNewSituation } from './notes.tsx'

const english = (time: string, min: number, place = 'Manila') =>
  `${time} UTC: lightning data arrive, no recent gap. ${place}: fuelling stopped by Li at 08:15, earliest resume 08:31 passed ${min} min ago, not resumed.`
const chinese = (time: string, min: number) =>
  `${time} UTC：正在接收闪电数据，近期无中断。Li于08:15记录停工：加油，最早复工08:31已过${min}分钟，未记录复工。`

it('is new if more than the time has changed', () => {
  expect(isNewSituation(english('08:35:00', 4), english('08:36:01', 5))).toBe(false)
  expect(isNewSituation(chinese('23:59:00', 4), chinese('2026-07-02 00:00:00', 5))).toBe(false)
  expect(isNewSituation(english('08:35:00', 4), english('08:35:00', 4, 'Cebu'))).toBe(true)
  expect(
    isNewSituation('Manila: RED, data for 19% of the hold time', 'Manila: RED, data for 21% of the hold time'),
  ).toBe(false)
  expect(isNewSituation('', english('08:35:00', 4))).toBe(true)
})
