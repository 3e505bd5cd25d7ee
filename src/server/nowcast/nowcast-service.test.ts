import { describe, expect, it } from 'vitest'
import { type ServedNowcast, servedNowcastSchema } from '../../contract/nowcast.ts'
import { destination } from '../../core/geo/geo.ts'
import type { Place } from '../../core/places/place.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { CROSSING, crossingCells } from '../../simulator/source/scenarios/scripted-crossing.ts'
import { createStrikeMaker } from '../../simulator/source/storms/strikes.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { observed, setUpHistory, strikeAt } from '../../testing/history-kit.ts'
import { createLog } from '../config/log.ts'
import type { StrikeReader } from '../history/strike-reader.ts'
import { startNowcast } from './nowcast-service.ts'
import { serveNowcast } from './served-nowcast.ts'

const MINUTE = 60_000
const AIRPORT = { lat: 31, lon: 121 }
const FAR = { lat: 45, lon: 90 }

const placeAt = (id: string, { lat, lon }: { lat: number; lon: number }, ringsKm = [8, 16]): Place => ({
  id,
  name: id,
  nameZh: null,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  ringsKm,
  holdMin: 30,
  group: 'airports',
  timeZone: null,
  hours: null,
})

/** A service with a storm that approaches from the west at 60 km/h, initially 100 km away. */
function setUp() {
  const clock = createFakeClock()
  const source = new FakeSource()
  const changes = new Emitter<readonly Place[]>()
  const places = { now: [placeAt('ZSPD', AIRPORT), placeAt('ZWWW', FAR)] }
  const service = startNowcast({
    source,
    history: null,
    places: { list: () => places.now, onChange: (listener) => changes.subscribe(listener) },
    clock,
    log: createLog('silent', { write() {} }),
  })
  let observedMs = clock.now()
  let isWatched = true
  const run = async (minutes: number) => {
    for (let second = 0; second < minutes * 60; second += 10) {
      await clock.advance(10_000)
      const nowMs = clock.now()
      if (!isWatched) continue
      const gone = (nowMs - startMs) / 3_600_000
      const middle = destination(AIRPORT, 270, 100 - 60 * gone)
      const records = [0, 1, 2].map((i) => {
        const { lat, lon } = destination(middle, (second * 37 + i * 120) % 360, ((second * 7 + i * 13) % 50) / 10)
        return strikeRecord({ time: BigInt(Math.round((nowMs - 500 - i) * 1e6)), lat, lon })
      })
      source.batch(...records)
      source.emitStrikes({ kind: 'observed', fromMs: observedMs, toMs: nowMs })
      observedMs = nowMs
    }
  }
  const startMs = clock.now()
  const served = (asked: string[] | null = null): ServedNowcast =>
    servedNowcastSchema.parse(serveNowcast(service, asked, false))
  return {
    clock,
    source,
    service,
    places,
    run,
    served,
    change: () => changes.emit(places.now),
    watch(whether: boolean) {
      isWatched = whether
      if (whether) observedMs = clock.now()
    },
  }
}

describe('the nowcast of the server', () => {
  it('reserves the first two seconds after a start for requests of the past, and then uses the stored strikes', async () => {
    const { history, batch, clock } = setUpHistory()
    await batch(strikeAt(clock.now() - 5 * MINUTE))
    await history.write(observed(clock.now() - 60 * MINUTE, clock.now()))
    const asked: number[] = []
    const strikes: StrikeReader = {
      ...history.strikes,
      block(minute) {
        asked.push(minute)
        return history.strikes.block(minute)
      },
    }
    const service = startNowcast({
      source: new FakeSource(),
      history: { strikes, missing: history.missing },
      places: { list: () => [placeAt('ZSPD', AIRPORT)], onChange: () => () => {} },
      clock,
      log: createLog('silent', { write() {} }),
    })
    await clock.advance(1_900)
    expect([asked, service.latest()]).toEqual([[], null])
    await clock.advance(200)
    expect(asked).toEqual([Math.floor((clock.now() - 5 * MINUTE) / MINUTE)])
    expect(service.latest()).toMatchObject({ isObserved: true })
    service.close()
  })

  it('reports that it waits, and has a nowcast once a minute', async () => {
    const { clock, run, served } = setUp()
    await clock.advance(100)
    expect(served()).toMatchObject({ state: 'not-observed', places: [], others: { '60': null } })
    await run(60)
    const { state, t, storms, places, others } = served()
    expect(state).toBe('known')
    expect(clock.now() - Date.parse(t!)).toBeLessThan(MINUTE + 10_000)
    expect(storms[0]!.motion.kind).toBe('moving')
    expect(places.map(({ id }) => id)).toEqual(['ZSPD'])
    expect(others['60']).toBe(0.001)
    const [inner, outer] = places[0]!.rings
    expect(outer).toMatchObject({ km: 16, inProgress: false })
    expect(outer!.p['60']!).toBeGreaterThan(0.5)
    expect(outer!.arrival).not.toBeNull()
    expect(inner!.p['60']!).toBeLessThan(outer!.p['60']!)
  })

  it('is unknown after a gap, not zero; and known again ten minutes later', async () => {
    const { run, served, watch } = setUp()
    await run(20)
    watch(false)
    await run(3)
    const broken = served(['ZSPD', 'ZWWW'])
    expect(broken.state).toBe('not-observed')
    for (const { rings } of broken.places)
      for (const { p } of rings) expect(Object.values(p)).toEqual([null, null, null, null])
    expect(broken.others['30']).toBeNull()
    watch(true)
    await run(5)
    expect(served().state).toBe('not-observed')
    await run(6)
    expect(served().state).toBe('known')
  })

  it('computes for other places as soon as the list changes', async () => {
    const { clock, run, served, places, change } = setUp()
    await run(20)
    places.now = [placeAt('field', AIRPORT, [5])]
    change()
    await clock.advance(10)
    expect(served().places.map(({ id, rings }) => [id, rings.length])).toEqual([['field', 1]])
    expect(served().guarded).toBe(1)
  })

  it('continues after the clock was set back', async () => {
    const { clock, run, served, watch } = setUp()
    await run(30)
    clock.step(-20 * MINUTE)
    watch(true)
    await run(2)
    expect(Math.abs(Date.parse(served().t!) - clock.now())).toBeLessThan(2 * MINUTE)
  })

  it('stops once it is closed', async () => {
    const { clock, run, service, served } = setUp()
    await run(2)
    service.close()
    const { t } = served()
    await clock.advance(5 * MINUTE)
    expect(served().t).toBe(t)
  })
})

it('forecasts the arrival of the storm that crosses Shanghai Pudong before its first strike in the inner ring', async () => {
  const clock = createFakeClock()
  const source = new FakeSource()
  const startMs = clock.now()
  const maker = createStrikeMaker({
    seed: 1,
    storms: { cellsAt: (ms) => crossingCells(ms, startMs, CROSSING.peakStrokesPerSecond) },
    polarity: 'documented_like',
    stalls: false,
  })
  const service = startNowcast({
    source,
    history: null,
    places: { list: () => [placeAt('ZSPD', CROSSING, [5, 8, 16])], onChange: () => () => {} },
    clock,
    log: createLog('silent', { write() {} }),
  })
  const innerRing = () => serveNowcast(service, ['ZSPD'], true).places[0]!.rings[0]!
  // The second time, as then the motion of the region is known.
  const passesMs = startMs + CROSSING.passesAfterMs + CROSSING.everyMs
  let observedMs = startMs
  const run = async () => {
    await clock.advance(1_000)
    source.batch(...maker.batch(Math.floor(clock.now() / 1_000) - 1))
    source.emitStrikes({ kind: 'observed', fromMs: observedMs, toMs: clock.now() })
    observedMs = clock.now()
  }
  while (clock.now() < passesMs - 25 * MINUTE) await run()
  expect(innerRing().inProgress).toBe(false)
  let told = innerRing()
  for (let ring = told; !ring.inProgress; ring = innerRing()) {
    told = ring
    await run()
  }
  expect(told.p['30']).toBeGreaterThan(0.5)
  expect(told.arrival).not.toBeNull()
})

describe('GET /api/nowcast', () => {
  const headersOf = async (token: (product: string) => Promise<{ token: string }>) => ({
    authorization: `Bearer ${(await token('lightning')).token}`,
  })

  it('requires access to strikes, and reports a server without any', async () => {
    const { request, token } = setUpAppServer()
    expect((await request('/api/nowcast')).status).toBe(401)
    const answer = await request('/api/nowcast', { headers: await headersOf(token) })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(servedNowcastSchema.parse(await answer.json())).toMatchObject({
      state: 'no-strikes',
      others: { '30': null },
    })
  })

  it('supports GET only, with a limited number of places', async () => {
    const { request, token } = setUpAppServer()
    const headers = await headersOf(token)
    expect((await request('/api/nowcast', { method: 'POST', headers })).status).toBe(405)
    const many = new Array(101).fill('ZSPD').join()
    expect((await request(`/api/nowcast?place=${many}`, { headers })).status).toBe(400)
  })
})
