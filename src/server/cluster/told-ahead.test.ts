import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import type { LogEntry } from './log-entries.ts'
import { createToldAhead } from './told-ahead.ts'

const strikes = (...lons: number[]): LogEntry => ({
  of: 'lightning',
  event: { kind: 'batch', records: lons.map((lon) => ({ time: 1n, lat: 30, lon }) as StrikeRecord) },
})
const report: LogEntry = {
  of: 'metar',
  event: { kind: 'reports', records: [{ icao: 'ZSPD', raw_metar: 'METAR ZSPD 010800Z' } as ReportRecord] },
}
/** A message for that place. */
const at = (number: number, ...entries: LogEntry[]) => ({ number, entries, id: String(number), name: 'told' })
const observed: LogEntry = { of: 'lightning', event: { kind: 'observed', fromMs: 1, toMs: 2 } }

it('is not told again where others write it, for as long as that may take', async () => {
  const clock = createFakeClock()
  const ahead = createToldAhead(clock)
  ahead.tell(at(1, strikes(1, 2), report))
  expect([ahead.name(), ahead.isOwed()]).toEqual(['told', false])
  ahead.broken()
  expect([ahead.name(), ahead.isOwed()]).toEqual([null, true])
  expect(ahead.news([strikes(1, 3), observed])).toEqual([strikes(3), observed])
  expect(ahead.isOwed()).toBe(true)
  expect(ahead.news([strikes(2), report])).toEqual([strikes()])
  expect(ahead.isOwed()).toBe(false)
  expect(ahead.news([strikes(1, 2), report])).toEqual([strikes(1, 2), report])
  ahead.tell(at(1, strikes(4)))
  ahead.broken()
  await clock.advance(30_100)
  expect(ahead.isOwed()).toBe(false)
  // Who came after that has not been told.
  expect(ahead.news([strikes(4)])).toEqual([strikes(4)])
})

it('is owed by nobody once it stands in the log, and has no name then', () => {
  const ahead = createToldAhead(createFakeClock())
  ahead.tell(at(5, strikes(1)))
  ahead.kept(5)
  expect(ahead.name()).toBe(null)
  ahead.broken()
  expect(ahead.isOwed()).toBe(false)
})

it('is no more than can be gone through in a moment', () => {
  const ahead = createToldAhead(createFakeClock())
  const message = (from: number) => at(from, strikes(...Array.from({ length: 1_000 }, (_, i) => from + i)))
  for (let from = 0; from < 99_000; from += 1_000) expect(ahead.tell(message(from))).toBe(true)
  expect(ahead.tell(message(99_000))).toBe(false)
  ahead.broken()
  // What is owed counts, too.
  expect(ahead.tell(message(99_000))).toBe(false)
})

it('is owed only where it is not in the log, and whoever leads next can write that', () => {
  const ahead = createToldAhead(createFakeClock())
  for (const number of [4, 5, 6]) ahead.tell(at(number, strikes(number)))
  ahead.tell(at(8, strikes(8)))
  ahead.kept(4)
  expect(ahead.after(4)).toEqual([at(5, strikes(5)), at(6, strikes(6))])
  expect(ahead.after(3)).toEqual([])
  ahead.broken()
  expect(ahead.after(4)).toEqual([])
  expect(ahead.news([strikes(4, 5, 6, 8, 9)])).toEqual([strikes(4, 9)])
})
