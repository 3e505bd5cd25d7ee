import { describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../testing/fakes/fake-clock.ts'
import { createReportQueue, keepAirportList, readReports } from './read-reports.ts'
import { createReportStore, type ReportStore } from './report-store.ts'

/** Resolves when it is known whether there is a list. */
function listSettles(store: ReportStore): Promise<void> {
  return new Promise((resolve) => {
    store.subscribe(() => {
      if (store.listState().kind !== 'loading') resolve()
    })
  })
}

const listed = { icao_code: 'ZSPD', name: '上海浦东国际机场', longitude: 121.8, latitude: 31.1 }

it('loads the list of airports into the store, with the known names', async () => {
  const store = createReportStore()
  const airports = vi.fn(async () => ({ records: [listed], dropped: 0 }))
  const settled = listSettles(store)
  const stop = keepAirportList({ airports }, store)
  await settled
  expect(store.listState()).toEqual({ kind: 'ready' })
  expect(store.airport('ZSPD')).toMatchObject({ name: '上海浦东国际机场', iata: 'PVG' })
  expect(airports).toHaveBeenCalledTimes(1)
  stop()
})

it('reports why there is no list', async () => {
  const store = createReportStore()
  const airports = vi.fn(async () => Promise.reject(new Error('no network')))
  const settled = listSettles(store)
  const stop = keepAirportList({ airports }, store)
  await settled
  expect(store.listState()).toEqual({ kind: 'failed', reason: 'no network' })
  stop()
})

it('omits records without a time', () => {
  const record = {
    icao: 'ZSPD',
    raw_metar: 'METAR ZSPD 010800Z CAVOK',
    obs_time: null,
    report_type: null,
    arrived_at: null,
  }
  const reports = readReports([record, { ...record, icao: 'ZBAA', arrived_at: '2026-07-01T08:04:00Z' }])
  expect(reports.map(({ icao, obsTimeMs }) => [icao, obsTimeMs])).toEqual([['ZBAA', Date.UTC(2026, 6, 1, 8)]])
})

describe('many records at once', () => {
  const records = Array.from({ length: 120 }, (_, i) => ({
    icao: `Z${String(i).padStart(3, '0')}`,
    raw_metar: `METAR Z${String(i).padStart(3, '0')} 010800Z 24006MPS CAVOK 25/22 Q1004`,
    obs_time: '2026-07-01T08:00:00Z',
    report_type: 'METAR',
    arrived_at: '2026-07-01T08:04:00Z',
  }))

  it('are parsed in batches, added together, and keep their order with later ones', async () => {
    const clock = createFakeClock()
    const add = vi.fn()
    const take = createReportQueue({ clock, isSeen: () => true, add })
    take(records)
    take([{ ...records[0]!, icao: 'ZLAST' }])
    expect(add).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(add).toHaveBeenCalledTimes(1)
    const icaos = add.mock.calls.flatMap(([reports]) => reports.map(({ icao }: { icao: string }) => icao))
    expect(icaos).toEqual([...records.map(({ icao }) => icao), 'ZLAST'])
  })

  it('are parsed at once if few, or if the page is hidden, whose timers would be late', () => {
    const clock = createFakeClock()
    const add = vi.fn()
    createReportQueue({ clock, isSeen: () => true, add })(records.slice(0, 20))
    createReportQueue({ clock, isSeen: () => false, add })(records)
    expect(add.mock.calls.map(([reports]) => reports.length)).toEqual([20, 120])
  })
})
