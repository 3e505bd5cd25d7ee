import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { comingTo, type NowcastView } from '../../../core/nowcast/coming.ts'
import { servedPlaces } from '../../../core/nowcast/served-places.ts'
import { StrikeColumns } from '../../../core/strikes/strike-columns.ts'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { crossingNowcast, crossingStrikes } from '../../../testing/nowcast/crossing-nowcast.ts'
import { CROSSED } from '../../../testing/scripted-crossing-desk.ts'
import { follow, type NowcastDeps } from './follow-nowcast.ts'

const NOW = Date.UTC(2026, 6, 1, 8)
const MINUTE_MS = 60_000
const strikes = crossingStrikes(NOW, 20)

beforeEach(() => void vi.stubGlobal('document', { hidden: false }))
afterEach(() => vi.unstubAllGlobals())

/** A page with these strikes, and its nowcast. */
function setUp(delivery: 'relay' | 'direct', answer: () => Promise<Partial<NowcastView>>) {
  const clock = createFakeClock(NOW)
  const columns = new StrikeColumns()
  columns.push(strikes, NOW, false)
  const none = () => []
  const live = { columns, pending: none, notObserved: none, readyToMs: () => NOW, trouble: null }
  const ask = vi.fn(answer)
  const told: NowcastView[] = []
  const deps = {
    server: { ask, clock, config: { delivery, locationErrorKm: null }, strikes: { reachBack: vi.fn() } },
    shown: { live },
    reports: { airports: () => CROSSED },
  }
  const stop = follow.present(deps as unknown as NowcastDeps, (now) => told.push(now))
  return { clock, ask, told, stop }
}

/** The nowcast of a server with strikes. */
function served(): NowcastView {
  const { outlook, places } = crossingNowcast(strikes, NOW).latest()!
  return {
    state: 'known',
    t: new Date(NOW).toISOString(),
    calibration: { kind: 'recorded' },
    leftOut: 0,
    observed: [1, 1, 1],
    storms: [...outlook.storms],
    places: servedPlaces(places, outlook),
  }
}

const noStrikes = async () => ({ state: 'no-strikes' as const, t: null, storms: [], places: [] })

it('is computed by the page each minute if strikes bypass the server, without requests', async () => {
  const { clock, ask, told, stop } = setUp('direct', noStrikes)
  await clock.advance(2_000)
  expect(comingTo(told[0]!, 'ZSPD', NOW)).toMatchObject({
    kind: 'coming',
    km: 8,
    inProgress: true,
    inner: { km: 5, arrival: { likely: expect.any(String) } },
  })
  await clock.advance(2 * MINUTE_MS)
  expect(told.map(({ t }) => t)).toEqual([0, 1, 2].map((min) => new Date(NOW + min * MINUTE_MS).toISOString()))
  expect(ask).not.toHaveBeenCalled()
  stop()
  expect(clock.pending).toBe(0)
})

it('is computed by the page once a server reports that it has no strikes', async () => {
  const { clock, ask, told, stop } = setUp('relay', noStrikes)
  await clock.advance(3_000)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(comingTo(told[0]!, 'ZSPD', NOW)).toMatchObject({ kind: 'coming', km: 8, inner: { km: 5 } })
  stop()
})

it('is the server’s if it has strikes, requested soon after each of its nowcasts', async () => {
  let of = served()
  const { clock, ask, told, stop } = setUp('relay', async () => of)
  await clock.advance(MINUTE_MS)
  expect(told).toEqual([of])
  const first = of
  of = { ...of, t: new Date(NOW + MINUTE_MS).toISOString() }
  await clock.advance(13_000)
  expect(told).toEqual([first, of])
  await clock.advance(MINUTE_MS - 13_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

it('is requested again soon while a restarted server has none', async () => {
  const of = served()
  const waiting = { state: 'waiting' as const, t: null, storms: [], places: [] }
  const answers: Partial<NowcastView>[] = [waiting, waiting]
  const { clock, ask, told, stop } = setUp('relay', async () => answers.shift() ?? of)
  await clock.advance(9_000)
  expect([ask.mock.calls.length, told.at(-1)]).toEqual([3, of])
  await clock.advance(20_000)
  expect(ask).toHaveBeenCalledTimes(3)
  stop()
})
