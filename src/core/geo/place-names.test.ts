import { expect, it } from 'vitest'
import { placeEn } from './place-names.ts'

it('names provinces and cities in English, with the kind of place or without', () => {
  expect(['福建省', '福建', '福州市', '福州'].map(placeEn)).toEqual(['Fujian', 'Fujian', 'Fuzhou', 'Fuzhou'])
})

it('keeps a name that is not Chinese, and has none for unknown names', () => {
  expect([placeEn('Tokyo'), placeEn('浦东新区'), placeEn(null)]).toEqual(['Tokyo', null, null])
})
