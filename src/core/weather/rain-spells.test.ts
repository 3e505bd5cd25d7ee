import { expect, it } from 'vitest'
import { rainSpells } from './rain-spells.ts'

const HOUR = 3_600_000

function spells(...amounts: (number | null)[]) {
  const times = amounts.map((_, i) => i * HOUR)
  return rainSpells(times, amounts).map(({ fromMs, toMs, mm }) => [fromMs / HOUR, toMs / HOUR, mm])
}

it('joins the hours of a spell, over a short pause too', () => {
  expect(spells(0, 1, 2, 0, 0, 3, 0, 0, 0, 4)).toEqual([
    [1, 6, 6],
    [9, 10, 4],
  ])
})

it('ends a spell at missing data', () => {
  expect(spells(1, null, 1)).toEqual([
    [0, 1, 1],
    [2, 3, 1],
  ])
})

it('omits traces, and rain without an amount', () => {
  expect(spells(0, 0.05, 0)).toEqual([])
  expect(spells()).toEqual([])
})
