import { expect, it } from 'vitest'
import type { Lang } from '../../locales/languages.ts'
import { TOWNS, townsNamed } from './towns.ts'

const named = (lang: Lang, en: string) => {
  const { lat, lon } = TOWNS.find((town) => town.en === en)!
  return townsNamed(lang).find((town) => town.lat === lat && town.lon === lon)?.name
}

it('names a town abroad with its country, in both languages', () => {
  expect(named('zh', 'Thái Nguyên')).toBe('越南太原')
  expect(named('en', 'Thái Nguyên')).toBe('Thái Nguyên, Vietnam')
  expect(named('zh', 'Chumikan')).toBe('俄罗斯丘米坎')
  expect(named('zh', 'Vladivostok')).toBe('俄罗斯符拉迪沃斯托克（海参崴）')
})

it('names a town at home without the country, and a city that is its country once', () => {
  expect(named('zh', 'Shanghai')).toBe('上海')
  expect(named('en', 'Taipei')).toBe('Taipei')
  expect(named('zh', 'Singapore')).toBe('新加坡')
  expect(named('en', 'Guatemala')).toBe('Guatemala')
})

it('has no town without a Chinese name among those used for Chinese place names', () => {
  const foreign = townsNamed('zh').filter(({ name }) => !/^[\p{Script=Han}（）-]+$/u.test(name))
  expect(foreign).toEqual([])
  expect(townsNamed('zh').length).toBe(TOWNS.filter(({ zh }) => zh !== null).length)
})
