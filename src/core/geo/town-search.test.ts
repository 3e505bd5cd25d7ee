import { expect, it } from 'vitest'
import { searchTowns } from './town-search.ts'

const names = (text: string, lang: 'en' | 'zh' = 'en') => searchTowns(text, lang, 5).map(({ name }) => name)

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
