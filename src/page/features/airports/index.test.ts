import { expect, it, vi } from 'vitest'
import type { FeedEvent } from '../../../client/feed/feed.ts'
import { type ReportRecord, reportRecordSchema } from '../../../contract/metar.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { reportStore } from '../../live/reports/report-store.ts'
import type { ServerConnection } from '../../live/server-connection.ts'
import { airports } from './index.ts'

const listed = { icao_code: 'ZSPD', name: '上海浦东国际机场', longitude: 121.8, latitude: 31.1 }

it('starts the reports and loses none that come before its code is loaded, nor takes any once stopped', async () => {
  const events = new Emitter<FeedEvent<ReportRecord>>()
  const record = (icao: string): ReportRecord =>
    reportRecordSchema.parse({ icao, raw_metar: `METAR ${icao} 010800Z CAVOK`, arrived_at: '2026-07-01T08:04:00Z' })
  const tell = (icao: string) => events.emit({ kind: 'records', records: [record(icao)], from: 'join' })
  const connection = {
    reports: {
      subscribe: (listener: (event: FeedEvent<ReportRecord>) => void) => events.subscribe(listener),
      start: () => tell('ZSPD'),
    },
    api: { airports: async () => ({ records: [listed], dropped: 0 }) },
  }
  const stop = airports.attach?.(connection as unknown as ServerConnection)
  tell('ZBAA')
  await vi.waitFor(() => expect(reportStore.latest('ZSPD')).toBeDefined())
  expect(reportStore.latest('ZBAA')).toBeDefined()
  await vi.waitFor(() => expect(airports.search?.('zsp', {} as never)).toHaveLength(1))
  tell('ZGGG')
  expect(reportStore.latest('ZGGG')).toBeDefined()
  stop?.()
  tell('ZUUU')
  expect(reportStore.latest('ZUUU')).toBeUndefined()
})
