import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { type Alarm, alarmListSchema } from '../../contract/watch/alarms.ts'
import { HOUR_MS } from '../../core/time/durations.ts'
import { HERE, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { CHANGES } from './alarm-routes.ts'
import { createAlarmStreams, STREAM_MAX_AGE_MS, STREAM_UNSENT_MAX_BYTES, STREAMS_MAX } from './alarm-stream.ts'

/** Resources that viewers may hold, by address. */
async function setUp() {
  const { clock, history, watch, places } = await setUpWatch()
  const { app } = setUpAppServer({}, { clock, history, watch, places })
  const ask = (path: string, from = '10.0.0.1', init: RequestInit = {}) => {
    const headers = { ...HERE, host: 'map.example.com', ...(init.headers as Record<string, string>) }
    const request = new Request(`http://map.example.com${path}`, { ...init, headers })
    return app.fetch(request, { incoming: { socket: { remoteAddress: from } } } as never)
  }
  return { clock, history, ask }
}

const alarmOf = (i: number): Alarm => ({
  id: `golf.alarm.${i}`,
  place: null,
  stage: 'alarm',
  at: '2026-07-01T08:00:00.000Z',
  struckAt: null,
  distanceKm: null,
  arrival: null,
  watched: null,
  simulated: true,
  link: null,
  acknowledged: null,
  details: { words: 'x'.repeat(2_000) },
})

it('limits alarm streams per address, so that others remain available', async () => {
  const { ask } = await setUp()
  const streams = []
  for (let i = 0; i < STREAMS_MAX.ofAddress; i++) streams.push(await ask('/api/alarms/stream'))
  expect(streams.every(({ status }) => status === 200)).toBe(true)
  const refused = await ask('/api/alarms/stream')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect((await ask('/api/alarms/stream', '10.0.0.2')).status).toBe(200)
  await streams[0]!.body!.cancel()
  expect((await ask('/api/alarms/stream')).status).toBe(200)
})

it('limits streams in total; beyond that the oldest of the largest holder ends', async () => {
  const { clock, history } = await setUpWatch()
  const writer = { onAlarms: () => () => {} }
  const streams = createAlarmStreams({
    writer,
    store: history.watch,
    clock,
    most: { ofName: 9, ofAddress: 9, all: 10 },
  })
  const open = (id: string) =>
    streams.open(null, {
      holder: { kind: 'address', id },
      own: null,
      signIns: [],
      registry: { add: () => () => {} },
      inTurn: async (piece) => piece(),
    })
  const largest = Array.from({ length: 7 }, () => open('10.0.0.0')!)
  for (let i = 1; i <= 3; i++) expect(open(`10.0.0.${i}`)).not.toBeNull()
  expect(open('10.0.0.4')).not.toBeNull()
  await expect(largest[0]!.getReader().read()).rejects.toThrow('the stream has ended')
  expect((await largest[1]!.getReader().read()).done).toBe(false)
  // The client with the most streams gets none.
  expect(open('10.0.0.0')).toBeNull()
})

it('limits streams per name from all addresses, and counts no request without a response body', async () => {
  const { clock, history, watch, places } = await setUpWatch()
  const env = { ACCESS: 'oidc', OIDC_IDENTITY_HEADER: 'x-forwarded-user', TRUSTED_PROXIES: '10.0.0.0/8' }
  const { ask } = setUpAccess(env, {}, { clock, history, watch, places })
  const stream = (user: string, i: number, method = 'GET') =>
    ask('/api/alarms/stream', { method, headers: { 'x-forwarded-user': user } }, `10.0.0.${i}`)
  for (let i = 0; i < 2 * STREAMS_MAX.ofName; i++) expect((await stream('li', i, 'HEAD')).status).toBe(200)
  for (let i = 0; i < STREAMS_MAX.ofName; i++) expect((await stream('li', i)).status).toBe(200)
  expect((await stream('li', 99)).status).toBe(503)
  expect((await stream('wang', 1)).status).toBe(200)
})

it('ends a stream after a day, so that its user authenticates again', async () => {
  const { clock, ask } = await setUp()
  const reader = (await ask('/api/alarms/stream')).body!.getReader()
  expect((await reader.read()).done).toBe(false)
  clock.sleep(STREAM_MAX_AGE_MS)
  await clock.advance(1)
  for (;;) if ((await reader.read()).done) break
})

it('disconnects slow readers of streams, the largest buffer first', async () => {
  const { ask, history } = await setUp()
  const alarms = Array.from({ length: 350 }, (_, i) => ({ alarm: alarmOf(i), channels: [] }))
  await history.watch.write({ alarms })
  const count = Math.ceil((STREAM_UNSENT_MAX_BYTES.all / 700_000) * 1.2)
  const open = async (i: number, last: string) =>
    (await ask('/api/alarms/stream', `10.0.0.${i % 9}`, { headers: { 'last-event-id': last } })).body!.getReader()
  const small = await open(0, '345')
  const unread: (typeof small)[] = []
  for (let i = 0; i < count; i++) unread.push(await open(i, '0'))
  // Missed alarms are read in turns.
  for (let i = 0; i < 20 * count; i++) await setImmediate()
  const endOf = (each: (typeof unread)[number]) =>
    each.read().then(
      () => 'has it',
      () => 'let go',
    )
  const ends = await Promise.all(unread.map(endOf))
  expect(ends.filter((end) => end === 'let go').length).toBeGreaterThan(count / 10)
  expect(ends.filter((end) => end === 'has it').length).toBeGreaterThan(count / 2)
  expect((await small.read()).done).toBe(false)
})

it('sends any number of missed alarms, in order, to a client that resumes', async () => {
  const { ask, history } = await setUp()
  const before = await history.watch.newestRev()
  const alarms = Array.from({ length: 2_300 }, (_, i) => ({ alarm: alarmOf(i), channels: [] }))
  await history.watch.write({ alarms })
  const end = `id: ${before + 2_300}\n`
  const ids: number[] = []
  for (let connection = 0; connection < 9 && ids.at(-1) !== before + 2_300; connection++) {
    const headers = { 'last-event-id': String(ids.at(-1) ?? before) }
    const reader = (await ask('/api/alarms/stream', undefined, { headers })).body!.getReader()
    const parts: string[] = []
    // Not in all parts, which would be joined for each.
    while (!parts.slice(-2).join('').includes(end)) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(new TextDecoder().decode(value))
    }
    ids.push(...[...parts.join('').matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id)))
  }
  expect(ids).toEqual(alarms.map((_, i) => before + 1 + i))
})

it('searches a long log four days at a time, and finds what there is, the newest first', async () => {
  const { clock, ask, history } = await setUp()
  const at = (hoursAgo: number) => new Date(clock.now() - hoursAgo * HOUR_MS).toISOString()
  const hours = [1, 11, 13, 25, 200, 9_000]
  const alarms = hours.map((each) => ({ alarm: { ...alarmOf(each), at: at(each) }, channels: [] }))
  await history.watch.write({ alarms })
  const read = vi.spyOn(history.watch, 'alarms')
  const found = async (query: string) => {
    const answer = await ask(`/api/alarms?stage=alarm${query}`)
    return alarmListSchema.parse(await answer.json()).alarms.map(({ id }) => Number(id.split('.').at(-1)))
  }
  expect(await found('')).toEqual(hours)
  expect(read.mock.calls.length).toBeGreaterThan(9_000 / 96)
  expect(await found('&limit=3')).toEqual([1, 11, 13])
  expect(await found(`&from=${at(14)}&to=${at(2)}`)).toEqual([11, 13])
  expect(await found(`&from=${at(26)}&to=2099-01-01T00:00:00Z`)).toEqual([1, 11, 13, 25])
  expect((await ask(`/api/alarms?from=${at(1)}&to=${at(2)}`)).status).toBe(400)
  for (const [{ fromMs = 0, toMs = clock.now() }] of read.mock.calls) {
    expect(Math.min(toMs, clock.now()) - fromMs).toBeLessThan(96 * HOUR_MS + 1)
  }
})

it('limits changes per address, with a retry time', async () => {
  const { clock, ask } = await setUp()
  const note = (from?: string) =>
    ask('/api/journal', from, { method: 'POST', body: '{"by": "Li", "text": "all well"}' })
  for (let i = 0; i < 200; i++) expect((await note()).status).toBe(201)
  const refused = await note()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await refused.json()).toEqual({
    detail: 'at most 200 changes at once, and one in 2 s: try again in 2 s',
  })
  expect((await ask('/api/snoozes/golf', undefined, { method: 'PUT', body: '{"by":"Li","minutes":5}' })).status).toBe(
    429,
  )
  expect((await note('10.0.0.2')).status).toBe(201)
  await clock.advance(2_001)
  expect((await note()).status).toBe(201)
})

it('keeps two thousand notes a day of one person, from any address', async () => {
  const { clock, ask } = await setUp()
  const note = (from?: string) => ask('/api/journal', from, { method: 'POST', body: '{"by": "Li", "text": "seen"}' })
  for (let burst = 0; burst < 11; burst++) {
    for (let i = 0; i < CHANGES.burst; i++) await note()
    clock.sleep((CHANGES.burst / CHANGES.perSecond) * 1_000)
  }
  for (let i = 0; i < 20; i++) await note()
  const refused = await note()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { detail: expect.stringMatching(/^at most 2000 notes a day: try again in \d+ s$/) },
  ])
  const snooze = { method: 'PUT', body: '{"by": "Li", "minutes": 5, "note": "crew"}' }
  expect((await ask('/api/snoozes/golf', undefined, snooze)).status).toBe(429)
  expect((await ask('/api/snoozes/golf', undefined, { ...snooze, body: '{"by": "Li", "minutes": 5}' })).status).toBe(
    200,
  )
  expect((await note('10.0.0.2')).status).toBe(201)
})

it('creates two reports at a time for one address, and two more for others', async () => {
  const { ask } = await setUp()
  const report = (from?: string) => Promise.resolve(ask('/api/places/golf/report', from))
  const answers = await Promise.all([report(), report(), report(), report('10.0.0.2')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 200])
})

it('reads the log for one address sixty-four times at once, and rejects further requests', async () => {
  const { ask } = await setUp()
  const answers = await Promise.all(Array.from({ length: 80 }, () => ask('/api/alarms?place=golf')))
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(80 - 64)
  expect((await ask('/api/alarms?place=golf')).status).toBe(200)
})
