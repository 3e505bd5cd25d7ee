import { expect, it } from 'vitest'
import { pinyinOf } from './pinyin.ts'

const NAMES = [
  { zh: '苏州', en: 'Suzhou' },
  { zh: '西安', en: "Xi'an" },
  { zh: '广西', en: 'Guangxi' },
  { zh: '安康', en: 'Ankang' },
  { zh: '江西', en: 'Jiangxi' },
  { zh: '乌海', en: 'Wuhai' },
  { zh: '齐木', en: 'Qimu' },
  { zh: '鲁山', en: 'Lushan' },
]
const read = pinyinOf(NAMES)

it('splits a romanised name into a syllable for each character', () => {
  expect(read({ zh: '苏州', en: 'Suzhou' })).toBe('su zhou')
  expect(read({ zh: '吕梁', en: 'Lüliang' })).toBe('lu liang')
})

it('splits an ambiguous name as its characters are read elsewhere', () => {
  expect(read({ zh: '西安', en: 'Xian' })).toBe('xi an')
  expect(pinyinOf([...NAMES, { zh: '方山', en: 'Fangshan' }])({ zh: '方安', en: 'Fangan' })).toBe('fang an')
})

it('reads a name that is not romanised by its characters, and none with an unknown one', () => {
  expect(read({ zh: '乌鲁木齐', en: 'Ürümqi' })).toBe('wu lu mu qi')
  expect(read({ zh: '喀什', en: 'Kashgar' })).toBeNull()
})
