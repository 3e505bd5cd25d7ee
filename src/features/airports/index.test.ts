import { afterEach, expect, it, vi } from 'vitest'
import type { FeedEvent } from '../../client/feed.ts'
import { type ReportRecord, reportRecordSchema } from '../../contract/metar.ts'
import { airportFromRecord } from '../../core/airport.ts'
import { withKnownNames } from '../../core/airport-names.ts'
import { Emitter } from '../../core/emitter.ts'
import type { Contract } from '../../shell/contract-context.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { airports } from './index.ts'

const listed = {
  icao_code: 'ZSPD',
  name: '上海浦东国际机场',
  city: '浦东新区',
  province: '上海市',
  longitude: 121.8,
  latitude: 31.1,
}

afterEach(() => useShell.setState({ lang: 'en' }))

it('finds an airport and where to look, in the language of the screen', () => {
  reportStore.setAirports([withKnownNames(airportFromRecord({ ...listed, name_en: 'Shanghai Pudong' }))])
  const hit = {
    selection: { kind: 'airport', id: 'ZSPD' },
    title: 'ZSPD Shanghai Pudong',
    detail: 'Shanghai',
    view: { zoom: 8, lat: 31.1, lon: 121.8 },
    watchable: 'ZSPD',
  }
  expect(airports.search?.('zsp')).toEqual([hit])
  useShell.setState({ lang: 'zh' })
  expect(airports.search?.('浦东')).toEqual([{ ...hit, title: 'ZSPD 上海浦东国际机场', detail: '浦东新区，上海市' }])
  expect(airports.search?.('nowhere')).toEqual([])
})

it('starts the reports and loses none that come before its code is loaded, nor takes any once stopped', async () => {
  const events = new Emitter<FeedEvent<ReportRecord>>()
  const record = (icao: string): ReportRecord =>
    reportRecordSchema.parse({ icao, raw_metar: `METAR ${icao} 010800Z CAVOK`, arrived_at: '2026-07-01T08:04:00Z' })
  const tell = (icao: string) => events.emit({ kind: 'records', records: [record(icao)], from: 'join' })
  const contract = {
    reports: {
      subscribe: (listener: (event: FeedEvent<ReportRecord>) => void) => events.subscribe(listener),
      start: () => tell('ZSPD'),
    },
    api: { airports: async () => ({ records: [listed], dropped: 0 }) },
  }
  const stop = airports.attach?.(contract as unknown as Contract)
  tell('ZBAA')
  await vi.waitFor(() => expect(reportStore.latest('ZSPD')).toBeDefined())
  expect(reportStore.latest('ZBAA')).toBeDefined()
  tell('ZGGG')
  expect(reportStore.latest('ZGGG')).toBeDefined()
  stop?.()
  tell('ZUUU')
  expect(reportStore.latest('ZUUU')).toBeUndefined()
})
