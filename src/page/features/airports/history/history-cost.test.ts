import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createContractApi } from '../../../../client/http/api.ts'
import type { ContractHttp, HttpCall } from '../../../../client/http/http.ts'
import { historyEndMs, historyPeriod, reportHistoryQuery } from '../airport-queries.ts'

const NOW_MS = Date.UTC(2026, 6, 1, 8, 13)
const FIVE = ['ZSPD', 'ZSSS', 'ZSNJ', 'ZSHC', 'ZSWX']

/** A page server that records its requests, and returns a report of each airport. */
function setUp() {
  const asked = new Set<string>()
  const request = vi.fn(async ({ path, query }: HttpCall) => {
    asked.add(`${path}?${new URLSearchParams(query)}`)
    const records = (query?.stations ?? '').split(',').map((icao_code) => ({
      icao_code,
      observation_time: '2026-07-01T08:00:00Z',
      raw_metar: `METAR ${icao_code} 010800Z 21004MPS CAVOK 20/10 Q1010`,
    }))
    return { status: 200, body: { code: 0, data: { records } }, asOfMs: NOW_MS, stale: false }
  })
  const http = { request, counters: () => ({ queued: 0, total: 0, failed: 0 }) } as unknown as ContractHttp
  const api = createContractApi(http, { clock: { now: () => NOW_MS } })
  /** A separate screen at that moment. */
  const viewer = () => {
    const queries = new QueryClient()
    return (icaos: readonly string[], atMs = NOW_MS) =>
      queries.fetchQuery(reportHistoryQuery(api, icaos, historyPeriod(historyEndMs(atMs), 24, [])))
  }
  return { asked, request, viewer }
}

it('24 h of an airport are one question, the same from every screen within ten minutes', async () => {
  const { asked, request, viewer } = setUp()
  const look = viewer()
  await look(['ZSPD'])
  await look(['ZSPD'], NOW_MS + 60_000)
  expect(request).toHaveBeenCalledTimes(1)
  await viewer()(['ZSPD'], NOW_MS + 360_000)
  expect(asked.size).toBe(1) // which the server serves from its cache
  await viewer()(['ZSPD'], NOW_MS + 600_000)
  expect(asked.size).toBe(2)
})

it('five compared airports are one request, in any order', async () => {
  const { asked, request, viewer } = setUp()
  const reports = await viewer()(FIVE)
  expect(request).toHaveBeenCalledTimes(1)
  expect(reports.map(({ icao }) => icao).sort()).toEqual([...FIVE].sort())
  await viewer()(FIVE.toReversed())
  expect(asked.size).toBe(1)
})

it('respects the limits of the service: five airports, ten days, and its first reports', async () => {
  const { asked, viewer } = setUp()
  await viewer()([...FIVE, 'ZSOF'])
  expect(new URLSearchParams([...asked][0]!.split('?')[1]).get('stations')?.split(',')).toHaveLength(5)

  const end = historyEndMs(NOW_MS)
  expect(historyPeriod(end, 240, [])).toEqual({ fromMs: end - 240 * 3_600_000, toMs: end })
  const earliestMs = end - 5 * 3_600_000
  expect(historyPeriod(end, 24, [{ earliestMs }])).toEqual({ fromMs: earliestMs, toMs: end })
  expect(historyPeriod(end, 24, [{ earliestMs }, { earliestMs: null }]).fromMs).toBe(end - 24 * 3_600_000)
})
