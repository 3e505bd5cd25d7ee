import { expect, it } from 'vitest'
import { wrapLine } from './wrap-line.ts'

const within = (letters: number) => (text: string) => text.length <= letters

it('keeps a line that fits', () => {
  expect(wrapLine('Brontide · live', within(20))).toEqual(['Brontide · live'])
})

it('begins a new line between two facts', () => {
  expect(wrapLine('ZSPD: 5 km 4 · last at 00:17 · observed 5 of 30 min', within(30))).toEqual([
    'ZSPD: 5 km 4 · last at 00:17',
    'observed 5 of 30 min',
  ])
})

it('begins a new line between two words of a fact that is wider than the picture', () => {
  expect(wrapLine('ZSPD Pudong, 30 min: 5 km 4 · live', within(15))).toEqual(['ZSPD Pudong, 30', 'min: 5 km 4', 'live'])
})

it('keeps a word wider than the picture whole', () => {
  expect(wrapLine('http://127.0.0.1/?airport=ZSPD', within(10))).toEqual(['http://127.0.0.1/?airport=ZSPD'])
})
