import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import '../../testing/locales/page-words.ts'
import { reportRecordSchema } from '../../contract/metar.ts'
import { destination } from '../../core/geo/geo.ts'
import { createFakeServerAccess, strikeRecord } from '../../testing/fakes/fake-server-access.ts'
import { useAlerts } from '../features/alerts/alert-store.ts'
import { boardRows } from '../features/board/board-rows.ts'
import { createLiveData } from '../live/live-data.ts'
import { usePage } from '../state/page-store.ts'
import { overlays } from './overlays.ts'
import { parts } from './parts.ts'

const SHANGHAI = { icao_code: 'ZSPD', name: '上海浦东国际机场', longitude: 121.8, latitude: 31.1 }
const BEIJING = { icao_code: 'ZBAA', name: '北京首都国际机场', longitude: 116.6, latitude: 40.1 }
const AT = { lat: 31.1, lon: 121.8 }
const PER_SECOND = 4
const MINUTE_S = 60

vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} }))
vi.stubGlobal('document', { hidden: false, visibilityState: 'visible' })
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('removeEventListener', () => {})

const server = createFakeServerAccess([SHANGHAI, BEIJING])
const { clock } = server
const live = createLiveData(server.access)
live.startRest()
const stops: ((() => void) | undefined)[] = []
const others = overlays.filter(({ id }) => id !== 'lightning')

/** A storm stationary over Shanghai's airport for this long. */
async function storm(seconds: number) {
  for (let second = 0; second < seconds; second++) {
    const strikes = Array.from({ length: PER_SECOND }, (_, i) => {
      const { lat, lon } = destination(AT, (second * 37 + i * 90) % 360, 1 + ((second + i) % 3))
      return strikeRecord(clock.now() - 500 - i * 10, lat, lon)
    })
    server.bringStrikes(strikes)
    await clock.advance(1_000)
  }
}

// The page without the strike layer: everything else continues to work.
beforeAll(async () => {
  usePage.setState({ watched: ['ZSPD'] })
  const record = (icao: string) => {
    const at = new Date(clock.now()).toISOString()
    return reportRecordSchema.parse({
      icao,
      raw_metar: `METAR ${icao} 010800Z 21004MPS CAVOK 30/22 Q1008`,
      arrived_at: at,
    })
  }
  server.bringReports([record('ZBAA')], 'join') // before the code that decodes it is here
  await vi.dynamicImportSettled()
  server.bringReports([record('ZSPD')])
  server.bringStrikes([], 'join')
  for (const each of [...others, ...parts]) stops.push(each.attach?.({ ...server.access, live }))
  stops.push(live.nowcast.subscribe(() => {}))
  await vi.dynamicImportSettled()
  await clock.advance(15_000)
  await storm(5 * MINUTE_S)
})
afterAll(() => {
  for (const stop of stops) stop?.()
  usePage.setState(usePage.getInitialState())
  vi.unstubAllGlobals()
})

it('starts both feeds once, and wants the newest strikes, then those of the window', () => {
  expect(server.started).toEqual(['strikes', 'reports'])
  expect(server.reachedBack.slice(0, 2)).toEqual([2 * 60_000, usePage.getState().windowMinutes * 60_000])
})

it('holds strikes and reports, including those from before the decoder loaded', () => {
  expect(live.strikes.columns.countSince(0, null, { records: true })).toBe(5 * MINUTE_S * PER_SECOND)
  expect([live.reports.latest('ZSPD'), live.reports.latest('ZBAA')]).not.toContain(undefined)
})

it('keeps the hold timer of each airport', () => {
  expect(live.holdTimers.read('ZSPD')?.rings[0]?.count).toBeGreaterThan(0)
  expect(live.holdTimers.read('ZBAA')?.rings[0]).toMatchObject({ count: 0 })
})

it('fills the board', () => {
  const rows = boardRows(live, { watched: ['ZSPD'], scheme: 'icao', nowMs: clock.now() })
  expect(rows.map(({ airport, isWatched }) => [airport.icao, isWatched])).toEqual([
    ['ZBAA', false],
    ['ZSPD', true],
  ])
})

it('finds the storm', () => {
  expect(live.nowcast.now()?.storms).toHaveLength(1)
})

it('alerts to the storm at the watched airport', () => {
  const told = useAlerts.getState().log.map(({ alarm, isOfPage }) => `${alarm.place?.id} ${alarm.level} ${isOfPage}`)
  expect(told).toEqual(['ZSPD r5 true'])
})
