import { expect, it } from 'vitest'
import type { Lang } from '../../locales/languages.ts'
import { nearTowns, searchTowns } from './town-search.ts'

const names = (text: string, lang: Lang = 'en') => searchTowns(text, lang, 5).map(({ name }) => name)

it('finds a town by its name in either language, abroad with its country', () => {
  expect(names('hanoi')[0]).toBe('Hanoi, Vietnam')
  expect(names('河内')[0]).toBe('Hanoi, Vietnam')
  expect(names('hanoi', 'zh')[0]).toBe('越南河内')
  expect(names('shanghai')[0]).toBe('Shanghai')
})

it('finds one by the beginning of its name, exact matches first, and none by a letter', () => {
  expect(names('par')).toHaveLength(5)
  expect(names('paris')[0]).toBe('Paris, France')
  expect(names('p')).toEqual([])
  expect(names('no such town')).toEqual([])
})

it.each([
  ['苏州', '苏州'],
  ['苏州市', '苏州'],
  ['东莞', '东莞'],
  ['始兴', '始兴'],
  ['始兴县', '始兴'],
  ['suzhou', '苏州'],
  ['Su Zhou', '苏州'],
  ['dongguan', '东莞'],
  ['shixing', '始兴'],
  ['wulumuqi', '乌鲁木齐'],
  ['Ürümqi', '乌鲁木齐'],
  ['xianggang', '香港'],
  ['sz', '苏州'],
  ['sz', '深圳'],
])('finds by %s, among the first, %s', (text, name) => {
  expect(names(text, 'zh')).toContain(name)
})

it('finds a county seat of China by the name that the base map has, and lists it in English as well', () => {
  expect(names('始兴')).toEqual(['Shixing'])
})

it.each([
  ['Shangai', 'Shanghai'],
  ['Guanzhou', 'Guangzhou'],
  ['Frankfrut', 'Frankfurt, Germany'],
])('finds for the misspelt name %s, which no town has, %s', (text, name) => {
  expect(names(text)).toEqual([])
  expect(nearTowns(text, 'en', 5).map((town) => town.name)).toContain(name)
})
