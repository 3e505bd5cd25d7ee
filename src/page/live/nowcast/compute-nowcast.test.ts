import { expect, it } from 'vitest'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { HORIZONS_MIN } from '../../../contract/nowcast.ts'
import { comingTo, type NowcastView } from '../../../core/nowcast/coming.ts'
import { servedPlaces } from '../../../core/nowcast/served-places.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { crossingNowcast, crossingStrikes } from '../../../testing/nowcast/crossing-nowcast.ts'
import { CROSSED } from '../../../testing/scripted-crossing-desk.ts'
import { createEstimator, NEEDED_MIN } from './compute-nowcast.ts'
import { NUMBERS_A_STRIKE, type Sent } from './estimation.ts'
import { openLocalPort, type PortEnds } from './estimator-port.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const strikes = crossingStrikes(NOW, 20)

/** The page's nowcast of these strikes; null if it does not start. */
async function computed({
  records = strikes,
  airports = CROSSED,
  pending = [] as Span[],
  notObserved = [] as Span[],
  trouble = null as string | null,
  errorKm = 0,
} = {}): Promise<NowcastView | null> {
  const clock = createFakeClock(NOW)
  const columns = new StrikeColumns()
  columns.push(records, NOW + 5 * MINUTE_MS, false)
  const found: NowcastView[] = []
  const estimator = createEstimator({
    clock,
    reports: { airports: () => airports },
    errorKm,
    told: (now) => found.push(now),
  })
  const within = (spans: Span[]) => (fromMs: number, toMs: number) =>
    spans.filter((span) => span.fromMs < toMs && span.toMs > fromMs)
  const held = { columns, pending: within(pending), notObserved: within(notObserved), readyToMs: () => NOW, trouble }
  const hasBegun = estimator.begin(held, NOW)
  await clock.advance(1_000)
  expect(found).toHaveLength(hasBegun ? 1 : 0)
  return found[0] ?? null
}

it('equals the nowcast of a server that computes each minute, to half a minute and five points', async () => {
  const { outlook, places } = crossingNowcast(strikes, NOW).latest()!
  const told = await computed()
  expect(told).toMatchObject({ state: 'known', t: new Date(NOW).toISOString() })
  expect(comingTo(told, 'ZSPD', NOW)).toMatchObject({
    kind: 'coming',
    km: 8,
    inner: { km: 5, storm: told!.storms[0]!.id },
  })
  const served = servedPlaces(places, outlook)
  // Calm places are omitted.
  expect(told!.places.length).toBeGreaterThan(0)
  for (const own of told!.places) {
    const { rings } = served.find(({ id }) => id === own.id)!
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
  }
  const calm = served.filter(({ id }) => told!.places.every((own) => own.id !== id))
  expect(calm.every(({ rings }) => rings.every(({ arrival, p }) => arrival === null && p['60']! < 0.05))).toBe(true)
})

it('ignores strikes after the moment', async () => {
  const later = strikes.map((record) => ({
    ...record,
    time: BigInt(record.time) + BigInt(100 * MINUTE_MS) * 1_000_000n,
  }))
  expect(await computed({ records: [...strikes, ...later] })).toEqual(await computed())
})

it('waits for strikes that are on their way, and not for the airports', async () => {
  const pending = [{ fromMs: NOW - 30 * MINUTE_MS, toMs: NOW - 20 * MINUTE_MS }]
  expect(await computed({ pending })).toBeNull()
  const { places, storms } = (await computed({ airports: [] }))!
  expect([places, storms.length]).toEqual([[], 1])
  expect(await computed({ pending, trouble: 'no answer' })).toMatchObject({ state: 'known' })
})

it('treats unobserved time as unknown, not as calm', async () => {
  const told = await computed({ notObserved: [{ fromMs: NOW - 3 * MINUTE_MS, toMs: NOW }] })
  expect(told).toMatchObject({ state: 'not-observed' })
  expect(comingTo(told, 'ZBAA', NOW)).toEqual({ kind: 'unknown' })
})

it('counts strikes that may be in a ring, given a location error', async () => {
  const exact = await computed()
  const cautious = await computed({ errorKm: 3 })
  const ringOf = (told: NowcastView | null, km: number) => told!.places[0]!.rings.find((ring) => ring.km === km)!
  expect(ringOf(cautious, 5)).toEqual({ ...ringOf(exact, 8), km: 5 })
  expect(ringOf(cautious, 5).p[60]).not.toBe(ringOf(exact, 5).p[60])
})

/** A page that computes each minute, and all messages to its estimator. */
function openPage(records: readonly StrikeRecord[]) {
  const clock = createFakeClock(NOW)
  const columns = new StrikeColumns()
  const found: NowcastView[] = []
  const sent: Sent[] = []
  const ports: PortEnds[] = []
  const estimator = createEstimator({
    clock,
    reports: { airports: () => CROSSED },
    errorKm: 0,
    told: (now) => found.push(now),
    openPort(ends) {
      ports.push(ends)
      const port = openLocalPort(ends)
      return {
        close: port.close,
        send(each) {
          sent.push(each)
          port.send(each)
        },
      }
    },
  })
  const held = { columns, pending: () => [], notObserved: () => [], readyToMs: () => NOW, trouble: null }
  const timeMs = ({ time }: StrikeRecord) => Number(BigInt(time) / 1_000_000n)
  let heardMs = 0
  return {
    ports,
    found,
    columns,
    /** The nowcast at a time, from the strikes before it. */
    async at(atMs: number): Promise<NowcastView> {
      const fresh = records.filter((each) => timeMs(each) >= heardMs && timeMs(each) < atMs)
      columns.push(fresh, NOW + 5 * MINUTE_MS, false)
      heardMs = atMs
      expect(estimator.begin(held, atMs)).toBe(true)
      await clock.advance(1_000)
      return found.at(-1)!
    },
    /** Messages since the last call: restarts, strikes, requests. */
    sent() {
      const all = sent.splice(0)
      const strikeCount = all.reduce((sum, each) => {
        return sum + (each.kind === 'strikes' ? each.numbers.length / NUMBERS_A_STRIKE : 0)
      }, 0)
      const count = (kind: Sent['kind']) => all.filter((each) => each.kind === kind).length
      return { anew: count('anew'), places: count('places'), strikes: strikeCount, asked: count('compute') }
    },
  }
}

it('receives only new strikes each minute, and has the same result as a restart', async () => {
  const page = openPage(strikes)
  await page.at(NOW - 5 * MINUTE_MS)
  const first = page.sent()
  expect(first).toMatchObject({ anew: 1, places: 1, asked: 1 })
  for (let minute = 4; minute > 0; minute--) await page.at(NOW - minute * MINUTE_MS)
  const last = await page.at(NOW)
  const later = page.sent()
  expect(later).toMatchObject({ anew: 0, places: 0, asked: 5 })
  let strokes = 0
  page.columns.visit(page.columns.first, page.columns.end, (_, timeMs) => {
    if (timeMs >= NOW - (5 + NEEDED_MIN) * MINUTE_MS) strokes++
  })
  expect(first.strikes + later.strikes).toBe(strokes)
  const anew = (await computed())!
  expect(last.places.map(({ id }) => id)).toEqual(anew.places.map(({ id }) => id))
  const likely = ({ places }: NowcastView) => Date.parse(places[0]!.rings[0]!.arrival!.likely)
  expect(Math.abs(likely(last) - likely(anew))).toBeLessThan(MINUTE_MS / 2)
})

it('is not computed again without new data, and restarts after a time jump or much late data', async () => {
  const page = openPage(strikes)
  await page.at(NOW - 20 * MINUTE_MS)
  page.sent()
  await page.at(NOW - 20 * MINUTE_MS)
  expect(page.sent()).toEqual({ anew: 0, places: 0, strikes: 0, asked: 0 })
  await page.at(NOW - MINUTE_MS)
  expect(page.sent()).toMatchObject({ anew: 1, asked: 1 })
  const late = strikes.slice(0, 1_000).map((each, i) => ({
    ...each,
    time: BigInt(NOW - 10 * MINUTE_MS + i * 100) * 1_000_000n,
  }))
  page.columns.push(late, NOW + 5 * MINUTE_MS, false)
  await page.at(NOW)
  const again = page.sent()
  expect(again).toMatchObject({ anew: 1, asked: 1 })
  expect(again.strikes).toBeGreaterThan(1_000)
  await page.at(NOW - 10 * MINUTE_MS)
  expect(page.sent()).toMatchObject({ anew: 1, asked: 1 })
})

it('computes in the thread of the page without workers, including pending requests', async () => {
  const clock = createFakeClock(NOW)
  const columns = new StrikeColumns()
  columns.push(strikes, NOW + 5 * MINUTE_MS, false)
  const found: NowcastView[] = []
  const estimator = createEstimator({
    clock,
    reports: { airports: () => CROSSED },
    errorKm: 0,
    told: (now) => found.push(now),
    openPort: ({ failed }) => ({
      send: (each) => void (each.kind === 'compute' && clock.after(100, failed)),
      close() {},
    }),
  })
  const held = { columns, pending: () => [], notObserved: () => [], readyToMs: () => NOW, trouble: null }
  expect(estimator.begin(held, NOW)).toBe(true)
  await clock.advance(2_000)
  expect(found).toEqual([await computed()])
})
