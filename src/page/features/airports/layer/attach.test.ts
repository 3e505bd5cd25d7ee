import { expect, it, vi } from 'vitest'
import { createReportStore } from '../../../live/reports/report-store.ts'
import { addRecords, keepAirportList } from './attach.ts'

const listed = { icao_code: 'ZSPD', name: '上海浦东国际机场', longitude: 121.8, latitude: 31.1 }

it('brings the list of airports into the store, with the names it knows', async () => {
  const store = createReportStore()
  const airports = vi.fn(async () => ({ records: [listed], dropped: 0 }))
  const stop = keepAirportList({ api: { airports } }, store)
  await vi.waitFor(() => expect(store.listState()).toEqual({ kind: 'ready' }))
  expect(store.airport('ZSPD')).toMatchObject({ name: '上海浦东国际机场', iata: 'PVG' })
  expect(airports).toHaveBeenCalledTimes(1)
  stop()
})

it('says why there is no list', async () => {
  const store = createReportStore()
  const airports = vi.fn(async () => Promise.reject(new Error('no network')))
  const stop = keepAirportList({ api: { airports } }, store)
  await vi.waitFor(() => expect(store.listState()).toEqual({ kind: 'failed', reason: 'no network' }))
  stop()
})

it('leaves out records that nothing dates', () => {
  const store = createReportStore()
  const record = {
    icao: 'ZSPD',
    raw_metar: 'METAR ZSPD 010800Z CAVOK',
    obs_time: null,
    report_type: null,
    arrived_at: null,
  }
  addRecords(store, [record, { ...record, icao: 'ZBAA', arrived_at: '2026-07-01T08:04:00Z' }])
  expect(store.latest('ZSPD')).toBeUndefined()
  expect(store.latest('ZBAA')?.obsTimeMs).toBe(Date.UTC(2026, 6, 1, 8))
})
