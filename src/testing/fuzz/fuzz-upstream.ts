import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContractApi } from '../../client/http/api.ts'
import { ContractError } from '../../client/http/contract-api.ts'
import { createContractHttp } from '../../client/http/contract-http.ts'
import { AS_OF_HEADER, STALE_HEADER } from '../../client/http/http.ts'
import { createPageTokens } from '../../client/session/token-source.ts'
import { parseJson } from '../../contract/json/json-mend.ts'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { strikeIdentity } from '../../contract/lightning.ts'
import { StrikeColumns } from '../../core/strikes/strike-columns.ts'
import { reportsJson, strikesJson } from '../../server/contract/http/records-json.ts'
import { createIntake } from '../../server/history/sqlite/intake.ts'
import { questionOf } from '../../server/sources/upstream/question.ts'
import { narrowAirportList } from '../../server/sources/upstream/standard-answers.ts'
import { createFakeClock } from '../fakes/fake-clock.ts'
import { createFakeFetch } from '../fakes/fake-fetch.ts'
import { reportRecord, strikeRecord } from '../fakes/fake-source.ts'
import { push, setUpStrikeFeed } from '../strike-feed-kit.ts'
import { anyJson, anyText, damaged, expectFinite, withChanges } from './fuzz-kit.ts'

const strike = { ...strikeRecord(), time: 1_782_892_800e9 }
const WORDS = [
  'data',
  'records',
  'stations',
  'items',
  'code',
  'message',
  'detail',
  'ZSPD',
  'icao',
  'time',
  '2026-07-01T08:00:00Z',
  'new_strikes',
  'type',
  'ft-1',
]
const wild = anyJson(WORDS)
const envelope = (data: unknown) => ({ code: 0, message: 'ok', data, request_id: 'req_1' })
/** Valid responses of both documents. */
const ANSWERS = [
  {
    minutes: 5,
    from: '2026-07-01T07:55:00Z',
    to: '2026-07-01T08:00:00Z',
    count: 1,
    buckets: ['202607010800'],
    data: [strike],
  },
  { data: [reportRecord()] },
  { ZSPD: [reportRecord()], ZBAA: 'METAR ZBAA 010800Z 00000KT' },
  { data: [{ icao: 'ZSPD', avg_latency_seconds: 60.5, sample_count: 3 }] },
  { detail: 'too many requests' },
  envelope({
    meta: { longitude: 121, latitude: 31 },
    dataset: 'surface',
    records: { temperature: 28 },
    units: { temperature: 'degC' },
  }),
  envelope({
    meta: { dataset: 'surface', elements: ['temperature'] },
    data: { time: ['2026-07-01T08:00:00+08:00'], temperature: [28] },
  }),
  envelope({
    count: 1,
    items: [{ hotspot_id: 'a', latitude: 31, longitude: 121, acq_datetime: '2026-07-01T08:00:00Z' }],
    time_window: { start: '', end: '' },
  }),
  envelope({ count: 1, stations: [{ icao_code: 'ZSPD', name: '浦东', longitude: 121, latitude: 31 }] }),
  envelope({
    stations: ['ZSPD'],
    count: 1,
    records: [{ icao_code: 'ZSPD', observation_time: '2026-07-01T08:00:00Z', raw_metar: 'METAR' }],
  }),
  { code: 40_000, message: 'too many stations', data: null, request_id: 'req_2' },
  { token: 'ft-1', expires_at: '2026-07-01T08:05:00+00:00', url: 'http://map.test', ws_url: 'ws://map.test' },
]
const good = fc.constantFrom<unknown>(...ANSWERS)
const body = fc.oneof(
  withChanges(good, wild).map((value) => JSON.stringify(value) ?? ''),
  damaged(good.map((value) => JSON.stringify(value))),
  anyText(['<html>', '{', '}']),
)
const headers = fc.dictionary(
  fc.constantFrom('retry-after', 'date', 'age', 'content-type', AS_OF_HEADER, STALE_HEADER),
  anyText(['1', 'Wed, 01 Jul 2026 08:00:00 GMT', '2026-07-01T08:00:00Z']).map((text) =>
    text.replace(/[^\x20-\x7e]/g, ''),
  ),
)
const status = fc.constantFrom(200, 200, 200, 204, 302, 400, 401, 403, 404, 429, 500, 502, 503)

/** Responses and pushes of an upstream or an impostor. */
export function fuzzUpstream(): void {
  answersByHttp()
  framesOfTheLine()
}

function answersByHttp(): void {
  describe('a response of the upstream', () => {
    it('of any kind is data or a ContractError, for every question', async () => {
      await fc.assert(
        fc.asyncProperty(status, headers, body, async (code, said, text) => {
          const clock = createFakeClock()
          const { fetch } = createFakeFetch(() => ({ status: code, headers: said, text }))
          for (const parse of [parseJson, parseJsonExact]) {
            const environment = { clock, random: () => 0, fetch }
            const bases = { standard: 'http://upstream.test', special: 'http://upstream.test' }
            const http = createContractHttp({
              environment,
              bases,
              credential: async () => 'sk-1',
              gate: null,
              parse,
              retries: 0,
            })
            const answers = await Promise.allSettled(questionsTo(createContractApi(http, { clock })))
            for (const answer of answers) {
              if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(ContractError)
              else expectFinite(answer.value)
            }
          }
          const tokens = createPageTokens({ environment: { clock, fetch } as never, baseUrl: 'http://map.test' })
          const token = await tokens.get('lightning').catch((error: unknown) => error)
          if (token instanceof Error) expect(token).toBeInstanceOf(ContractError)
          else expectFinite(token)
        }),
      )
    })

    it('is stored, filtered and named the same for the same request', () => {
      const place = fc.record({
        lat: fc.integer({ min: -90, max: 90 }),
        lon: fc.double({ min: -180, max: 180, noNaN: true }),
      })
      const others = fc.dictionary(
        fc.constantFrom('keyword', 'icao_codes', 'start_time', 'end_time', 'elements'),
        anyText(WORDS),
      )
      const query = fc
        .tuple(place, others)
        .map(([{ lat, lon }, more]) => ({ ...more, lat: String(lat), lon: String(lon) }))
      fc.assert(
        fc.property(withChanges(good, wild), query, (answer, asked) => {
          narrowAirportList({ status: 200, body: answer, asOfMs: 0, stale: false }, asked)
          const first = questionOf('observationAtPoint', asked)
          expect(questionOf('observationAtPoint', first.query).key).toBe(first.key)
        }),
      )
    })
  })
}

function questionsTo(api: ReturnType<typeof createContractApi>): Promise<unknown>[] {
  const at = { lat: 31, lon: 121 }
  const box = { west: 100, south: 20, east: 105, north: 25 }
  return [
    api.strikes(5),
    api.latestReports('all'),
    api.latestReports(['ZSPD']),
    api.latency('all'),
    api.airports(),
    api.observationAtPoint(at),
    api.observationAtStation('58362'),
    api.forecastHourly(at),
    api.forecastDaily(at),
    api.metarHistory({ icaos: ['ZSPD'], fromMs: 0, toMs: 1 }),
    api.firesInBox(box),
    api.firesNearby({ ...at, radiusKm: 10 }),
  ]
}

function framesOfTheLine(): void {
  const message = fc.constantFrom<unknown>(
    { type: 'new_strikes', data: [strike, { ...strike, lat: 2 }] },
    { type: 'new_metar_arrived', data: [reportRecord()] },
    { type: 'subscribed' },
    { type: 'ping' },
    { type: 'server_notice', message: 'soon', remaining_seconds: 300 },
    { type: 'gap', from: '2026-07-01T07:00:00Z', to: '2026-07-01T07:10:00Z' },
    { type: 'source_status', live: false, since: '2026-07-01T08:00:00Z' },
  )
  const frame = fc.oneof(
    withChanges(message, wild).map((value) => JSON.stringify(value) ?? ''),
    damaged(message.map((value) => JSON.stringify(value))),
    anyText(),
  )

  describe('a frame of the line', () => {
    it('of any kind keeps the connection, and parsed records can be sent, stored and drawn', async () => {
      const { feed, server, events, live, clock } = setUpStrikeFeed()
      const columns = new StrikeColumns()
      const intake = createIntake({ newestMs: null, blocksOf: () => [], keepMs: 3_600_000 })
      await live()
      await fc.assert(
        fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 4 }), async (frames) => {
          for (const text of frames) push(server, text)
          await clock.advance(10)
          for (const event of events.splice(0)) {
            if (event.kind === 'gap' || event.kind === 'observed') expectFinite(event)
            if (event.kind !== 'records') continue
            const { records } = event
            const sent = parseJsonExact(strikesJson(records)) as typeof records
            expect(sent.map(strikeIdentity)).toEqual(records.map(strikeIdentity))
            columns.push(records, clock.now(), true)
            for (const { block } of intake.take(records, clock.now()).parts) expectFinite([...block.offsetsNs])
          }
          expect(server.sockets.held.length).toBeGreaterThan(0)
        }),
      )
      feed.close()
    })

    it('has reports that are sent unchanged', () => {
      fc.assert(
        fc.property(withChanges(fc.constant(reportRecord()), wild), (record) => {
          const text = reportsJson([reportRecord(record as object)], true)
          expect(Array.isArray(parseJsonExact(text))).toBe(true)
        }),
      )
    })
  })
}
