import { describe, expect, it } from 'vitest'
import { AirportSelection, isAirportCode } from './airport-selection.ts'

function selection(...steps: ['add' | 'remove', string[]?][]) {
  const airports = new AirportSelection()
  for (const [step, icaos] of steps) step === 'add' ? airports.add(icaos ?? []) : airports.remove(icaos)
  return airports
}

describe('airport selection', () => {
  it('receives nothing before it subscribes', () => {
    expect(selection().isEmpty).toBe(true)
    expect(selection().has('ZSPD')).toBe(false)
  })

  it('adds up over subscriptions, and reads codes in any case', () => {
    const airports = selection(['add', ['ZSPD']], ['add', [' zbaa ']])
    expect([airports.has('ZSPD'), airports.has('ZBAA'), airports.has('ZGGG')]).toEqual([true, true, false])
  })

  it('receives all with *, except airports removed later', () => {
    const airports = selection(['add', ['*']], ['remove', ['ZSPD']])
    expect([airports.has('ZBAA'), airports.has('ZSPD'), airports.isAll]).toEqual([true, false, false])
    airports.add(['ZSPD'])
    expect([airports.has('ZSPD'), airports.isAll]).toEqual([true, true])
  })

  it('ends with * and with no list at all', () => {
    expect(selection(['add', ['*']], ['remove', ['*']]).isEmpty).toBe(true)
    expect(selection(['add', ['ZSPD']], ['remove']).isEmpty).toBe(true)
  })
})

it.each([
  ['ZSPD', true],
  [' zs12 ', true],
  ['*', true],
  ['', false],
  ['ZSP', false],
  ['ZSPDX', false],
  ['浦东机场', false],
  ['Z'.repeat(65_000), false],
])('takes %.8s for a code: %s', (text, is) => {
  expect(isAirportCode(text)).toBe(is)
})
