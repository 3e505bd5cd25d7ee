import { Hono, type MiddlewareHandler } from 'hono'
import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import type { Admit } from '../access/admission.ts'
import type { ForwardedAnswer, ForwardedRequest } from '../cluster/questions.ts'
import { createBodyQuota, type WithBodyReader } from '../web/body-quota.ts'
import { createForwarding, forwardedOf, readForwarded } from './forwarding.ts'

const PEER = { client: '203.0.113.9', byProxy: true, secure: true }
const WHO = { name: 'Wei', isPerson: true, claims: { groups: ['night'] } }

/** A process whose routes report that they were reached, and its forwarded requests. */
function setUp(over: { leads?: boolean; isFull?: boolean; answer?: ForwardedAnswer | null } = {}) {
  const asked: ForwardedRequest[] = []
  const admit: Admit = async (c) =>
    c.req.header('authorization') === 'Bearer known'
      ? { refused: null, signIn: null, who: WHO }
      : { refused: c.json({ detail: 'sign in first' }, 401) }
  const guard: MiddlewareHandler = async (c, next) => {
    const { refused } = await admit(c)
    return refused ?? (await next())
  }
  const { paths, handlers } = createForwarding({
    leads: () => over.leads ?? false,
    isFull: () => over.isFull ?? false,
    guard,
    admit,
    peerOf: () => PEER,
    async ask(request) {
      asked.push(request)
      return over.answer === undefined ? { status: 202, headers: [['x-of', 'the leader']], body: '{}' } : over.answer
    },
  })
  const app = new Hono<WithBodyReader>()
  const bodies = createBodyQuota(createFakeClock())
  app.use(async (c, next) => {
    c.set('bodyReader', (caller) => bodies.readerOf(PEER.client, caller))
    await next()
  })
  for (const path of paths) app.use(path, ...handlers)
  app.all('*', (c) => c.json({ here: forwardedOf(c) ?? true }))
  const headers = { authorization: 'Bearer known', cookie: 'session=secret', host: 'map.example.com' }
  return {
    asked,
    app,
    request: (method: string, path: string, body?: string, more: Record<string, string> = {}) =>
      app.request(`https://map.example.com${path}`, {
        method,
        headers: { ...headers, ...more },
        ...(body && { body }),
      }),
  }
}

it('forwards changes with the caller, without credentials', async () => {
  const { request, asked } = setUp()
  const origin = { origin: 'https://map.example.com', 'content-type': 'application/json' }
  const answer = await request('POST', '/api/alarms/a%2Fb/acknowledge?x=1', '{"note":"seen"}', origin)
  expect([answer.status, answer.headers.get('x-of')]).toEqual([202, 'the leader'])
  expect(asked).toEqual([
    {
      method: 'POST',
      path: '/api/alarms/a%2Fb/acknowledge?x=1',
      body: '{"note":"seen"}',
      peer: PEER,
      who: WHO,
      signIn: null,
      headers: [
        ['content-type', 'application/json'],
        ['host', 'map.example.com'],
        ['origin', 'https://map.example.com'],
      ],
    },
  ])
  expect(JSON.stringify(asked)).not.toMatch(/known|secret/)
})

it('forwards no request of a refused caller', async () => {
  const { request, asked } = setUp()
  for (const [method, path] of [
    ['POST', '/api/places'],
    ['GET', '/api/channels'],
    ['PUT', '/api/snoozes/golf'],
  ] as const) {
    expect((await request(method, path, undefined, { authorization: 'Bearer other' })).status).toBe(401)
  }
  expect(asked).toEqual([])
})

it('serves reads of the log, of places and of reports from its own copy, and everything as leader', async () => {
  const { request, asked } = setUp()
  for (const path of ['alarms', 'alarms/load', 'alarms/stream', 'journal', 'places', 'places/golf/report', 'rights']) {
    expect(await (await request('GET', `/api/${path}`)).json()).toEqual({ here: true })
  }
  expect(asked).toEqual([])
  for (const path of ['channels', 'levels', 'snoozes', 'stops', 'situation', 'push']) {
    expect((await request('GET', `/api/${path}`)).status).toBe(202)
  }
  expect((await request('POST', '/api/stops/s1/resume', '{}')).status).toBe(202)
  const leader = setUp({ leads: true })
  expect(await (await leader.request('POST', '/api/places', '{}')).json()).toEqual({ here: true })
  expect(leader.asked).toEqual([])
})

it('responds 503 without a leader, and does not forward a forwarded request', async () => {
  const { request } = setUp({ answer: null })
  const answer = await request('POST', '/api/places', '{}')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  const { app, asked } = setUp()
  const forwarded = { method: 'POST', path: '/api/places', headers: [], body: '{}', peer: PEER, who: WHO, signIn: null }
  const { request: again, env } = readForwarded(forwarded)
  expect((await app.fetch(again, env)).status).toBe(503)
  expect(asked).toEqual([])
})

it('takes no change while too many wait to be written, and says when to try again', async () => {
  const { request } = setUp({ leads: true, isFull: true })
  const refused = await request('POST', '/api/alarms/a/acknowledge', '{}')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await request('GET', '/api/channels')).status).toBe(200)
})

it('takes no body that is longer than any that a route takes', async () => {
  const { request, asked } = setUp()
  const answer = await request('POST', '/api/places', 'x'.repeat(8_388_609), { 'content-length': '8388609' })
  expect(answer.status).toBe(413)
  expect(asked).toEqual([])
})
