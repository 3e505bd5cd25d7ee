import { expect, it } from 'vitest'
import { clockText, dateText, numberText, positionText, zoneOffsetMinutes } from './format.ts'
import { ageText, zoneName } from './local-format.ts'

const AT = Date.UTC(2026, 6, 1, 23, 5, 9)

it('writes times and dates in the zone they are for', () => {
  expect(clockText(AT, 'UTC', true)).toBe('23:05:09')
  expect(clockText(AT, 'UTC')).toBe('23:05')
  expect(dateText(AT, 'UTC')).toBe('2026-07-01')
  expect(clockText(AT, 'Asia/Shanghai')).toBe('07:05')
  expect(dateText(AT, 'Asia/Shanghai')).toBe('2026-07-02')
  expect(zoneName('Asia/Shanghai')).toBe('Beijing')
  expect(zoneName('Asia/Shanghai', 'zh')).toBe('北京时')
  expect(zoneName('Europe/Paris', 'zh')).toBe('中欧时间')
  expect(zoneName('America/New_York')).toBe('New York')
})

it.each([
  ['UTC', 0],
  ['Asia/Shanghai', 480],
  ['Asia/Kolkata', 330],
  ['America/New_York', -240],
])('has the offset of %s from UTC', (zone, minutes) => {
  expect(zoneOffsetMinutes(AT, zone)).toBe(minutes)
})

it.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_900_000, '1 h 05 min'],
  [97_200_000, '1 d 3 h'],
])('writes an age of %i ms as %s', (ms, text) => {
  expect(ageText(ms)).toBe(text)
})

it('writes ages in Chinese', () => {
  expect([4_000, 180_000, 3_900_000, 97_200_000].map((ms) => ageText(ms, 'zh'))).toEqual([
    '4 秒',
    '3 分钟',
    '1 小时 05 分',
    '1 天 3 小时',
  ])
})

it('writes positions with hemispheres and numbers without false digits', () => {
  expect(positionText(-33.9, 151.2, 1)).toBe('33.9°S 151.2°E')
  expect([numberText(12), numberText(-0.04), numberText(-3.25), numberText(null), numberText(Number.NaN)]).toEqual([
    '12',
    '0',
    '−3.3',
    '–',
    '–',
  ])
})
