import { expect, it } from 'vitest'
import { HORIZONS_MIN } from '../../../contract/nowcast.ts'
import { comingTo, type ToldNowcast } from '../../../core/nowcast/coming.ts'
import { toldPlaces } from '../../../core/nowcast/told-outlook.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { crossingNowcast, crossingStrikes } from '../../../testing/crossing-nowcast.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { CROSSED } from '../../../testing/scripted-crossing-desk.ts'
import { createReckoner } from './reckon-nowcast.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const strikes = crossingStrikes(NOW, 20)

/** What the page reckons of those strikes; null where it does not begin. */
async function reckoned({
  records = strikes,
  airports = CROSSED,
  pending = [] as Span[],
  notObserved = [] as Span[],
  trouble = null as string | null,
  errorKm = 0,
} = {}): Promise<ToldNowcast | null> {
  const clock = createFakeClock(NOW)
  const columns = new StrikeColumns()
  columns.push(records, NOW + 5 * MINUTE_MS, false)
  const found: ToldNowcast[] = []
  const reckoner = createReckoner({
    ...{ clock, reports: { airports: () => airports }, errorKm },
    told: (now) => found.push(now),
  })
  const within = (spans: Span[]) => (fromMs: number, toMs: number) =>
    spans.filter((span) => span.fromMs < toMs && span.toMs > fromMs)
  const held = { columns, pending: within(pending), notObserved: within(notObserved), readyToMs: () => NOW, trouble }
  const hasBegun = reckoner.begin(held, NOW)
  await clock.advance(1_000)
  expect(found).toHaveLength(hasBegun ? 1 : 0)
  return found[0] ?? null
}

it('tells what a server tells that looked each minute, to half a minute and five points', async () => {
  const { outlook, places } = crossingNowcast(strikes, NOW).latest()!
  const told = await reckoned()
  expect(told).toMatchObject({ state: 'known', t: new Date(NOW).toISOString() })
  expect(comingTo(told, 'ZSPD', NOW)).toMatchObject({ kind: 'coming', km: 5, storm: told!.storms[0]!.id })
  const served = toldPlaces(places, outlook)
  served.forEach(({ id, rings }, i) => {
    const own = told!.places[i]!
    expect(own.id).toBe(id)
    for (const [r, { arrival, p }] of rings.entries()) {
      const ownRing = own.rings[r]!
      expect(ownRing.arrival === null).toBe(arrival === null)
      if (arrival) {
        const offMs = Date.parse(ownRing.arrival!.likely) - Date.parse(arrival.likely)
        expect(Math.abs(offMs)).toBeLessThan(MINUTE_MS / 2)
      }
      for (const minutes of HORIZONS_MIN) {
        expect(Math.abs(ownRing.p[`${minutes}`]! - p[`${minutes}`]!)).toBeLessThan(0.05)
      }
    }
  })
})

it('knows nothing of what struck after the moment', async () => {
  const later = strikes.map((record) => ({
    ...record,
    time: BigInt(record.time) + BigInt(100 * MINUTE_MS) * 1_000_000n,
  }))
  expect(await reckoned({ records: [...strikes, ...later] })).toEqual(await reckoned())
})

it('waits for strikes that are on their way, and for the airports', async () => {
  const pending = [{ fromMs: NOW - 30 * MINUTE_MS, toMs: NOW - 20 * MINUTE_MS }]
  expect(await reckoned({ pending })).toBeNull()
  expect(await reckoned({ airports: [] })).toBeNull()
  expect(await reckoned({ pending, trouble: 'no answer' })).toMatchObject({ state: 'known' })
})

it('takes what was not observed for unknown, not for calm', async () => {
  const told = await reckoned({ notObserved: [{ fromMs: NOW - 3 * MINUTE_MS, toMs: NOW }] })
  expect(told).toMatchObject({ state: 'not-observed' })
  expect(comingTo(told, 'ZBAA', NOW)).toEqual({ kind: 'unknown' })
})

it('counts what may lie in a ring as in it, where strikes are known to be located so well only', async () => {
  const [exact, cautious] = [await reckoned(), await reckoned({ errorKm: 3 })]
  const ringOf = (told: ToldNowcast | null, km: number) => told!.places[0]!.rings.find((ring) => ring.km === km)!
  expect(ringOf(cautious, 5)).toEqual({ ...ringOf(exact, 8), km: 5 })
  expect(ringOf(cautious, 5).p[60]).not.toBe(ringOf(exact, 5).p[60])
})
