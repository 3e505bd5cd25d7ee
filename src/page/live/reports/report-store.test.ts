import { beforeEach, describe, expect, it } from 'vitest'
import { reportRecordSchema } from '../../../contract/metar.ts'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import type { Report } from '../../../core/metar/report.ts'
import { createReportStore, type ReportStore } from './report-store.ts'

const airport = (icao: string) => airportFromRecord({ icao_code: icao, longitude: 121, latitude: 31 })

/** A report of `icao` observed at `hhmm`, with `body` behind the wind. */
function report(
  icao: string,
  hhmm: string,
  body = '9999 NSC 20/10 Q1010',
  arrived = `2026-07-01T${hhmm.slice(0, 2)}:59:00Z`,
): Report {
  return reportFromRecord(
    reportRecordSchema.parse({
      icao,
      raw_metar: `METAR ${icao} 01${hhmm}Z 21004MPS ${body}`,
      obs_time: `2026-07-01T${hhmm.slice(0, 2)}:${hhmm.slice(2)}:00Z`,
      arrived_at: arrived,
    }),
  )!
}

let store: ReportStore
let heard: (string[] | null)[]

beforeEach(() => {
  store = createReportStore()
  heard = []
  store.subscribe((changed) => heard.push(changed && [...changed]))
})

describe('the latest report of an airport', () => {
  it('is the one observed last, in any order of arrival', () => {
    const later = report('ZSPD', '0900')
    store.add([later])
    store.add([report('ZSPD', '0830', undefined, '2026-07-01T09:30:00Z')])
    expect(store.latest('ZSPD')).toBe(later)
    expect(heard).toEqual([['ZSPD']])
  })

  it('is the correction of the same time, which is not undone by the original coming again', () => {
    const original = report('ZSPD', '0900')
    const corrected = report('ZSPD', '0900', 'COR 8000 NSC 20/10 Q1010')
    store.add([original])
    store.add([corrected])
    store.add([original])
    expect(store.latest('ZSPD')).toBe(corrected)
    expect(heard).toHaveLength(2)
  })

  it('is the one that arrived last of two with the same time', () => {
    store.add([report('ZSPD', '0900', '8000 NSC 20/10 Q1010', '2026-07-01T09:05:00Z')])
    store.add([report('ZSPD', '0900', '7000 NSC 20/10 Q1010', '2026-07-01T09:04:00Z')])
    expect(store.latest('ZSPD')?.visibilityM).toBe(8000)
    store.add([report('ZSPD', '0900', '6000 NSC 20/10 Q1010', '2026-07-01T09:06:00Z')])
    expect(store.latest('ZSPD')?.visibilityM).toBe(6000)
  })

  it('is followed by word of a NIL until the next report', () => {
    store.add([report('ZSPD', '0930')])
    expect(store.nilSince('ZSPD')).toBeNull()
    const nil = report('ZSPD', '1000', 'NIL')
    store.add([nil])
    expect(store.nilSince('ZSPD')).toBe(nil.obsTimeMs)
    store.add([report('ZSPD', '1030')])
    expect(store.nilSince('ZSPD')).toBeNull()
  })

  it('is not replaced by NIL', () => {
    store.add([report('ZSPD', '0900')])
    store.add([report('ZSPD', '1000', 'NIL')])
    expect(store.latest('ZSPD')?.isNil).toBe(false)
  })
})

describe('listeners', () => {
  it('receive the changed airports, once per batch', () => {
    store.add([report('ZSPD', '0900'), report('ZBAA', '0900')])
    store.add([report('ZSPD', '0900'), report('ZBAA', '0930')])
    expect(heard).toEqual([['ZSPD', 'ZBAA'], ['ZBAA']])
    expect(store.version()).toBe(2)
  })

  it('ignore known reports', () => {
    store.add([report('ZSPD', '0900')])
    store.add([report('ZSPD', '0900')])
    expect(heard).toHaveLength(1)
  })

  it('receive a new list as a whole, and nothing after unsubscribing', () => {
    const stop = store.subscribe(() => heard.push(['again']))
    stop()
    store.setAirports([airport('ZSPD')])
    expect(heard).toEqual([null])
  })
})

it('keeps the reports received in the last 24 h, oldest first', () => {
  const day1 = report('ZSPD', '0900')
  store.add([day1, report('ZSPD', '0800')])
  expect(store.received('ZSPD').map(({ obsTimeMs }) => new Date(obsTimeMs).getUTCHours())).toEqual([8, 9])
  store.add([{ ...day1, obsTimeMs: day1.obsTimeMs + 23.5 * 3_600_000 }])
  expect(store.received('ZSPD')).toHaveLength(2)
})

describe('the list of airports', () => {
  it('is loading until it arrives, and reports failures', () => {
    expect(store.listState()).toEqual({ kind: 'loading' })
    store.setListFailed('no network')
    expect(store.listState()).toEqual({ kind: 'failed', reason: 'no network' })
    store.setAirports([airport('ZSPD'), airport('ZSPD')])
    expect(store.listState()).toEqual({ kind: 'ready' })
    expect(store.airports()).toHaveLength(1)
  })

  it('stays when it can not be renewed', () => {
    store.setAirports([airport('ZSPD')])
    store.setListFailed('no network')
    expect(store.listState()).toEqual({ kind: 'ready' })
  })
})
