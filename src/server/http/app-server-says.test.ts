import { describe, expect, it } from 'vitest'
import { pageConfigSchema } from '../../contract/brontide.ts'
import { statusSchema } from '../../contract/server/status.ts'
import { setUpAppServer as setUp, UPSTREAM } from '../../testing/app-server-kit.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { FakeSource, LIVE, reportRecord, strikeRecord } from '../../testing/fakes/fake-source.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../testing/history-kit.ts'

describe('the status of the server', () => {
  it('is how it is configured, with the time', async () => {
    const { request } = setUp({ BOUNDARIES: 'chn', HOME_VIEW: '100, 20, 130, 45' })
    const config = await (await request('/api/config')).json()
    expect(pageConfigSchema.parse(config)).toEqual({
      version: '0.1.0+1a2b3c4d',
      simulated: true,
      replay: null,
      delivery: 'relay',
      access: 'open',
      boundaries: 'chn',
      basemapStyleUrl: null,
      hasOwnLayers: false,
      home: { west: 100, south: 20, east: 130, north: 45 },
      historyHours: null,
      locationErrorKm: null,
      basemapVersion: expect.any(String),
      now: '2026-07-01T08:00:00Z',
    })
  })

  it('is why there is no watch, and never an empty log, where strikes go past it', async () => {
    const { request } = setUp({ ...UPSTREAM, DELIVERY: 'direct' })
    for (const path of [
      'alarms',
      'alarms/stream',
      'channels',
      'journal',
      'snoozes',
      'levels',
      'stops',
      'situation',
      'rights',
      'places/a/report',
    ]) {
      const answer = await request(`/api/${path}`)
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        404,
        { detail: expect.stringMatching('evaluates no alarms: with DELIVERY=direct') },
      ])
    }
    expect((await request('/api/alarms/a/acknowledge', { method: 'POST' })).status).toBe(404)
  })

  it('is the state of everything', async () => {
    const { request, clock } = setUp()
    await clock.advance(61_000)
    const status = statusSchema.parse(await (await request('/api/status')).json())
    expect(status).toMatchObject({
      now: '2026-07-01T08:01:01Z',
      startedAt: '2026-07-01T08:00:00Z',
      slots: { used: 0, limit: 3 },
      rest: { perSecondLimit: 2, queued: 0 },
      links: { lightning: { state: 'live' } },
      viewers: { lightning: 0, metar: 0 },
    })
  })

  it('measures unobserved time by the clock of the source, and reports the difference of this machine’s clock', async () => {
    const { history, batch } = setUpHistory()
    batch(strikeAt(START_MS - 60_000))
    history.write(observed(START_MS - 300_000, START_MS))
    const skewMs = 600_000 // the machine is ten minutes behind
    const source = Object.assign(new FakeSource(), { nowMs: () => START_MS })
    const clock = createFakeClock(START_MS - skewMs)
    const { request } = setUp({}, { history, source, clock, freeBytes: async () => 5e8 })
    const metrics = await (await request('/metrics')).text()
    expect(metrics).toContain('brontide_not_observed_seconds{feed="lightning"} 3300')
    expect(Number(/^brontide_clock_offset_seconds (.+)$/m.exec(metrics)![1])).toBeCloseTo(-600, 1)
    expect(metrics).toContain('brontide_data_free_bytes 500000000')
  })

  it('is what its history holds, which pages read by their tokens', async () => {
    const { history, batch, file } = setUpHistory()
    batch(strikeAt(START_MS - 60_000))
    history.write(observed(START_MS - 300_000, START_MS - 120_000))
    history.write(observed(START_MS - 60_000, START_MS))
    const { request, token } = setUp({}, { history })
    const status = statusSchema.parse(await (await request('/api/status')).json())
    expect(status.history).toMatchObject({ state: 'ok', why: null, hours: 72, strikes: 1, minutes: 1, waiting: 0 })
    expect(status.gaps).toEqual([{ feed: 'lightning', from: '2026-07-01T07:58:00Z', to: '2026-07-01T07:59:00Z' }])
    expect(JSON.stringify(status)).not.toContain(file.slice(0, 20))

    const metrics = await (await request('/metrics')).text()
    expect(metrics).toContain('brontide_history_ok 1')
    expect(metrics).toContain('brontide_not_observed_seconds{feed="lightning"} 3360')
    expect(metrics).toContain('brontide_history_strikes{state="stored"} 1')

    const path = `/api/strikes?from=${START_MS - 300_000}`
    expect((await request(path)).status).toBe(401)
    const { token: value } = await token('lightning')
    const lines = await request(path, { headers: { authorization: `Bearer ${value}` } })
    expect([lines.status, (await lines.text()).split('\n')]).toMatchObject([200, { length: 2 }])
  })

  it('is alive in every state of its source', async () => {
    const { request, source } = setUp()
    source.link = { lightning: { ...LIVE, state: 'down' }, metar: { ...LIVE, state: 'down' } }
    expect((await request('/healthz')).status).toBe(200)
  })
})

describe('readiness', () => {
  it('waits for the lightning feed and a report, reports the missing one, and stays ready', async () => {
    const { request, source } = setUp()
    source.link = { ...source.link, lightning: { ...LIVE, state: 'connecting' } }
    const early = await request('/readyz')
    expect(early.status).toBe(503)
    expect(await early.json()).toEqual({
      ready: false,
      degraded: [],
      missing: [
        'the lightning line has not been live yet: it is connecting',
        'no airport report has been received yet',
      ],
    })

    source.batch()
    expect(await (await request('/readyz')).json()).toEqual({
      ready: false,
      degraded: [],
      missing: ['no airport report has been received yet'],
    })
    source.reports = [reportRecord()]
    expect((await request('/readyz')).status).toBe(200)

    source.link = { ...source.link, lightning: { ...LIVE, state: 'down' } }
    source.reports = []
    expect((await request('/readyz')).status).toBe(200)
  })

  it('wants a page to serve', async () => {
    const { request, source } = setUp({}, { page: new Map() })
    source.reports = [reportRecord()]
    expect(await (await request('/readyz')).json()).toEqual({
      ready: false,
      degraded: [],
      missing: ['the page is not built'],
    })
  })

  it('ends with the server', async () => {
    const { app, request, source } = setUp()
    source.reports = [reportRecord()]
    expect((await request('/readyz')).status).toBe(200)
    await app.close()
    expect((await request('/readyz')).status).toBe(503)
    await app.close()
  })
})

it('counts events for Prometheus', async () => {
  const { request, source, token } = setUp()
  source.batch(strikeRecord(), strikeRecord())
  source.batch()
  source.emitReports({ kind: 'reports', records: [reportRecord()] })
  const from = '2026-07-01T08:00:00Z'
  const to = '2026-07-01T08:06:30Z'
  source.emitStrikes({ kind: 'gap', gap: { feed: 'lightning', from, to } })
  await request('/api/token/lightning', { method: 'POST', headers: { origin: 'http://elsewhere.example' } })
  await request('/fast-lightning/rest/strikes?token=ft-none')
  await token('lightning')
  await request('/made/up/by/somebody')

  const response = await request('/metrics')
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const text = await response.text()
  for (const line of [
    'brontide_batches_total{feed="lightning"} 2',
    'brontide_records_total{feed="lightning"} 2',
    'brontide_records_total{feed="metar"} 1',
    'brontide_link_state{feed="lightning",state="live"} 1',
    'brontide_link_state{feed="lightning",state="down"} 0',
    'brontide_viewers{feed="metar"} 0',
    'brontide_link_reconnects_total{feed="metar"} 0',
    'brontide_gaps_total{feed="lightning"} 1',
    'brontide_gap_seconds_total{feed="lightning"} 390',
    'brontide_gap_seconds_total{feed="metar"} 0',
    'brontide_upstream_sockets{kind="limit"} 3',
    'brontide_upstream_requests_total{kind="made"} 0',
    'brontide_upstream_queue 0',
    'brontide_cache_lookups_total{result="hit"} 0',
    'brontide_duplicates_total 0',
    'brontide_unsent_bytes{of="slowest"} 0',
    'brontide_sent_bytes_total 0',
    'brontide_refusals_total{why="credential"} 1',
    'brontide_refusals_total{why="other_origin"} 1',
    'brontide_refusals_total{why="sockets_in_all"} 0',
    // Both struck 0.1 s before they were received, and arrived at the upstream two seconds later by its own timestamps.
    'brontide_strike_lag_seconds_count{until="arrival"} 2',
    'brontide_strike_lag_seconds_bucket{le="2",until="arrival"} 2',
    'brontide_strike_lag_seconds_bucket{le="1",until="arrival"} 0',
    'brontide_strike_lag_seconds_count{until="receipt"} 2',
    'brontide_set_aside_total{why="badRecords"} 0',
    'brontide_points{kind="budget"} 0',
    'brontide_info{version="0.1.0+1a2b3c4d"} 1',
    'brontide_http_request_duration_seconds_count{route="api",status="200"} 1',
    'brontide_http_request_duration_seconds_count{route="page",status="404"} 1',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('somebody')
})
