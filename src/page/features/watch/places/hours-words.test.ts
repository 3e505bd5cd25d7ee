import { expect, it } from 'vitest'
import { words } from '../../../../testing/locales/page-words.ts'
import { hoursText } from './hours-words.ts'

it.each([
  ['22:00-04:00', '22:00–04:00', '22:00–04:00'],
  ['Mo-Fr 06:00-22:00', 'Mon–Fri 06:00–22:00', '周一至周五 06:00–22:00'],
  [
    'Mo-We,Fr 06:00-22:00; Sa,Su 08:00-12:00',
    'Mon–Wed, Fri 06:00–22:00; Sat, Sun 08:00–12:00',
    '周一至周三、周五 06:00–22:00；周六、周日 08:00–12:00',
  ],
])('names the days of %s', (hours, en, zh) => {
  expect(hoursText(hours, words.getFixedT('en', 'place'))).toBe(en)
  expect(hoursText(hours, words.getFixedT('zh', 'place'))).toBe(zh)
})
