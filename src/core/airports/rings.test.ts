import { expect, it } from 'vitest'
import { ownRulesText, parseOwnRules, parseRings, RING_PRESETS, ringsText, ruleOf } from './rings.ts'

it('reads radii as people write them', () => {
  expect(parseRings('5,8,16')).toEqual([5, 8, 16])
  expect(parseRings(' 1， 5 10 ')).toEqual([1, 5, 10])
  expect(parseRings('4.83')).toEqual([4.83])
})

it.each(['', 'five', '5,5', '8,5', '-1,5', '0.1', '60', '1,2,3,4,5', '1e1'])('does not take %j for rings', (text) => {
  expect(parseRings(text)).toBeNull()
})

it('parses the text of every preset', () => {
  for (const rings of Object.values(RING_PRESETS)) expect(parseRings(ringsText(rings))).toEqual(rings)
})

const OWN = { ZSPD: { rings: [1, 5, 10], holdMinutes: 20 }, VHHH: { rings: [1, 5, 10], holdMinutes: 10 } }

it('applies an airport’s own rule, and the common one to others', () => {
  const all = { rings: [5, 8, 16], holdMinutes: 30, ownRules: OWN }
  expect(ruleOf('ZSPD', all)).toEqual({ rings: [1, 5, 10], holdMinutes: 20 })
  expect(ruleOf('ZBAA', all)).toEqual({ rings: [5, 8, 16], holdMinutes: 30 })
})

it('parses the text of own rules', () => {
  expect(ownRulesText(OWN)).toBe('ZSPD:1,5,10:20;VHHH:1,5,10:10')
  expect(parseOwnRules(ownRulesText(OWN))).toEqual(OWN)
})

it('skips invalid rules, and keeps the rest', () => {
  expect(parseOwnRules('zspd:1,5:20;ZBAA:9,3:20;ZSSS:1,5:7;ZSSS;VHHH:1,5,10:10')).toEqual({ VHHH: OWN.VHHH })
})
