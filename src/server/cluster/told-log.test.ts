import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import type { LogEntry } from './log-entries.ts'
import { createToldLog } from './told-log.ts'

const strike = (lon: number): LogEntry => ({
  of: 'lightning',
  event: { kind: 'batch', records: [{ time: 1n, lat: 30, lon } as StrikeRecord] },
})
const term: LogEntry = { of: 'term', holder: 'another' }

/** A log of which four messages are known, and two more were told for its next places. */
function setUp() {
  const given = { back: 0 }
  const deps = { takenNumber: 4, logName: 'log', clock: createFakeClock(), onGivenBack: () => void given.back++ }
  const place = createToldLog(deps)
  for (const number of [5, 6]) {
    place.tellAhead({ number, entries: [strike(number)], id: String(number), name: 'told' })
    place.told(number)
  }
  return { place, given }
}

it('tells nobody again what was told for its place, and names that place as the log does once it is there', () => {
  const { place, given } = setUp()
  expect([place.toldPosition(), place.aheadAfter(4).map(({ number }) => number)]).toEqual(['told-6', [5, 6]])
  expect([place.read(5, [strike(5)]), place.read(6, [strike(6)])]).toEqual([null, null])
  expect([place.toldPosition(), place.aheadAfter(6), given.back]).toEqual(['log-6', [], 0])
  expect(place.read(7, [term])).toEqual([term])
  expect([place.termNumber(), given.back, place.isOwed()]).toEqual([7, 0, false])
})

it('owes only what was told for the place at which another one begins, and later ones', () => {
  const { place, given } = setUp()
  expect(place.read(5, [strike(5)])).toBe(null)
  expect(place.read(6, [term])).toEqual([term])
  expect([given.back, place.isOwed(), place.takenNumber()]).toEqual([1, true, 5])
  expect(place.read(7, [strike(5), strike(6)])).toEqual([
    strike(5),
    { of: 'lightning', event: { kind: 'batch', records: [] } },
  ])
  expect(place.isOwed()).toBe(false)
})

it('owes what was told where another message stands at its place, though nobody is known to have begun to lead', () => {
  const { place, given } = setUp()
  expect(place.read(5, [strike(5)], '5')).toBe(null)
  expect([place.read(6, [strike(9)], 'another'), given.back]).toEqual([[strike(9)], 1])
  expect([place.takenNumber(), place.isOwed()]).toEqual([5, true])
})

it('knows what was read where the log has lost it, together with what was told for the places after it', () => {
  const { place } = setUp()
  for (const number of [5, 6]) place.read(number, [strike(number)], String(number))
  place.tellAhead({ number: 7, entries: [strike(7)], id: '7', name: 'told' })
  place.told(7)
  // By the very name: whoever writes one that is there after all finds out so.
  expect(place.aheadAfter(4).map(({ number, id, entries }) => [number, id, entries])).toEqual(
    [5, 6, 7].map((number) => [number, String(number), [strike(number)]]),
  )
  // Of what was before nothing is known here: it can not be written again.
  expect([place.aheadAfter(3), place.aheadAfter(6).map(({ number }) => number)]).toEqual([[], [7]])
})

it('knows the last six hundred messages that were read, with fifty thousand records', () => {
  const { place } = setUp()
  for (let number = 5; number <= 700; number++) place.read(number, [strike(number)])
  expect([place.aheadAfter(99), place.aheadAfter(100).length]).toEqual([[], 600])
  const records = Array.from({ length: 25_000 }, () => ({ time: 1n, lat: 30, lon: 120 }) as StrikeRecord)
  const many: LogEntry = { of: 'lightning', event: { kind: 'batch', records } }
  for (const number of [701, 702]) place.read(number, [many])
  expect([place.aheadAfter(699), place.aheadAfter(700).length]).toEqual([[], 2])
})
