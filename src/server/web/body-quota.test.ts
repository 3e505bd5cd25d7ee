import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { cookieOf, HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { BODIES_MAX, BODY_WITHIN_MS, REFUSALS_AT_ONCE, REQUEST_BYTES } from './body-quota.ts'

const PRIVATE_LEVELS_BYTES = 65_536

/** An endless body. */
function slowBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    init: { body: readable, duplex: 'half' } as RequestInit,
    async end(text: string) {
      await writer.write(new TextEncoder().encode(text))
      await writer.close()
    },
  }
}

async function setUp() {
  const { clock, history, watch, places } = await setUpWatch()
  const { app } = setUpAppServer({}, { clock, history, watch, places })
  const send = (from: string, init: RequestInit, path = '/api/private-levels') => {
    const headers = { ...HERE, host: 'map.example.com', 'x-brontide-viewer': 'x'.repeat(22), ...init.headers }
    const request = new Request(`http://map.example.com${path}`, { method: 'POST', ...init, headers })
    return Promise.resolve(app.fetch(request, { incoming: { socket: { remoteAddress: from } } } as never))
  }
  return Object.assign(send, { clock })
}

it('limits slow bodies per address; the oldest is dropped for a fast one', async () => {
  const send = await setUp()
  const most = BODIES_MAX.small.each / PRIVATE_LEVELS_BYTES
  const slow = Array.from({ length: most }, slowBody)
  const answers = slow.map(({ init }) => send('10.0.0.1', init))
  expect((await send('10.0.0.2', { body: '{"ladders":[]}' })).status).toBe(200)
  expect((await send('10.0.0.1', { body: '{"ladders":[]}' })).status).toBe(200)
  const evicted = await answers[0]!
  expect([evicted.status, evicted.headers.get('retry-after')]).toEqual([503, '2'])
  expect(evicted.headers.get('connection')).toBe('close')
  expect(await evicted.json()).toMatchObject({ detail: expect.stringContaining('one at a time') })
  for (const { end } of slow.slice(1)) await end('{"ladders":[]}')
  expect((await Promise.all(answers.slice(1))).every(({ status }) => status === 200)).toBe(true)
})

it('counts the cost of a request with a short body', async () => {
  const send = await setUp()
  const announced = { headers: { 'content-length': '12' } }
  const slow = Array.from({ length: BODIES_MAX.small.each / REQUEST_BYTES + 1 }, slowBody)
  const answers = slow.map(({ init }) => send('10.0.0.1', { ...init, ...announced }))
  expect((await answers[0]!).status).toBe(503)
  for (const { end } of slow.slice(1)) await end('{"ladders":[]}')
  expect((await Promise.all(answers.slice(1))).every(({ status }) => status === 200)).toBe(true)
})

it('sends few refusals in a turn of the event loop', async () => {
  const send = await setUp()
  const most = BODIES_MAX.small.each / PRIVATE_LEVELS_BYTES
  let refused = 0
  for (let i = 0; i < 2 * most; i++) {
    void send('10.0.0.1', slowBody().init).then(() => {
      refused++
    })
  }
  const perTurn: number[] = []
  for (let before = 0; refused < most; before = refused) {
    await nextTurn()
    perTurn.push(refused - before)
  }
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(REFUSALS_AT_ONCE)
})

it('refuses a dropped body even if it ends before its refusal is sent', async () => {
  const send = await setUp()
  const slow = Array.from({ length: BODIES_MAX.small.each / PRIVATE_LEVELS_BYTES }, slowBody)
  const [oldest] = slow.map(({ init }) => send('10.0.0.1', init))
  const next = send('10.0.0.1', { body: '{"ladders":[]}' })
  await slow[0]!.end('{"ladders":[]}')
  expect((await oldest!).status).toBe(503)
  expect((await next).status).toBe(200)
})

it('limits slow bodies in total; the oldest of the largest holder is dropped', async () => {
  const send = await setUp()
  const addresses = BODIES_MAX.small.all / BODIES_MAX.small.each
  const answers: Promise<Response>[] = []
  for (let address = 0; address < addresses; address++) {
    for (let i = 0; i < BODIES_MAX.small.each / PRIVATE_LEVELS_BYTES; i++) {
      answers.push(send(`10.0.1.${address}`, slowBody().init))
    }
  }
  expect((await send('10.0.0.2', { body: '{"ladders":[]}' })).status).toBe(200)
  expect((await answers[0])?.status).toBe(503)
})

it('aborts a small body after five seconds, and a long one after thirty', async () => {
  const send = await setUp()
  const small = send('10.0.0.1', slowBody().init)
  await send.clock.advance(BODY_WITHIN_MS.small)
  const { status, headers } = await small
  expect([status, headers.get('connection')]).toEqual([408, 'close'])
  expect(await (await small).json()).toEqual({ detail: 'a body of this length must arrive within 5 s' })
})

it('releases the quota of an aborted body', async () => {
  const send = await setUp()
  for (let i = 0; i < (2 * BODIES_MAX.small.each) / PRIVATE_LEVELS_BYTES; i++) {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const answer = await send('10.0.0.1', { body, duplex: 'half' } as RequestInit)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { detail: 'the body is shorter than its Content-Length' },
    ])
  }
})

it('reserves capacity for signed-in users, and reads no body without permission', async () => {
  const { clock, history, watch, places } = await setUpWatch()
  const files = {
    passwords: `${await passwordLine('li:', 'a long enough password')}\n${await passwordLine('guest:', 'another long password')}`,
    roles: '{"acknowledge": ["li"], "configure": []}',
  }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords', ROLES_FILE: 'roles' }
  const { ask, signIn } = setUpAccess(env, files, { clock, history, watch, places })
  const li = cookieOf(await signIn({ name: 'li', password: 'a long enough password' }))
  const guest = cookieOf(await signIn({ name: 'guest', password: 'another long password' }))
  const strangers = Array.from({ length: (BODIES_MAX.small.all / REQUEST_BYTES) * 1.5 }, (_, i) =>
    ask('/api/session', { method: 'POST', headers: HERE, ...slowBody().init }, `10.1.${i % 12}.1`),
  )
  const body = '{"text": "seen"}'
  const noted = await ask('/api/journal', { method: 'POST', headers: { ...HERE, cookie: li }, body })
  expect(noted.status).toBe(201)
  const refused = await ask('/api/journal', { method: 'POST', headers: { ...HERE, cookie: guest }, ...slowBody().init })
  expect(refused.status).toBe(403)
  expect((await signIn({ name: 'li', password: 'a long enough password' })).status).toBe(200)
  await clock.advance(BODY_WITHIN_MS.small)
  expect((await Promise.all(strangers)).every(({ status }) => status === 408 || status === 503)).toBe(true)
})

it('rejects bodies beyond the maximum, announced or not', async () => {
  const send = await setUp()
  const long = 'x'.repeat(PRIVATE_LEVELS_BYTES + 1)
  const slow = slowBody()
  const untold = send('10.0.0.1', slow.init)
  void slow.end(long).catch(() => {})
  const told = send('10.0.0.1', { body: long, headers: { 'content-length': String(long.length) } })
  for (const answer of [await untold, await told]) {
    expect([answer.status, await answer.json()]).toEqual([413, { detail: 'at most 65536 bytes' }])
  }
})

it('reads no long body without permission', async () => {
  const { clock, history, watch, places } = await setUpWatch()
  const files = { passwords: await passwordLine('li:', 'a long enough password') }
  const { ask } = setUpAccess({ ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }, files, {
    clock,
    history,
    watch,
    places,
  })
  const send = (method: string, path: string) => ask(path, { method, headers: HERE, ...slowBody().init })
  expect((await send('POST', '/api/places')).status).toBe(401)
  expect((await send('PUT', '/api/places/east')).status).toBe(401)
})

it.each([
  ['POST', '/api/journal'],
  ['POST', '/api/alarms/golf.alarm.1/acknowledge'],
  ['PUT', '/api/snoozes/golf'],
  ['POST', '/api/stops'],
  ['PUT', '/api/stops/s1'],
  ['POST', '/api/stops/s1/resume'],
  ['POST', '/api/private-levels'],
])('reports %s %s as invalid JSON', async (method, path) => {
  const send = await setUp()
  const answer = await send('10.0.0.1', { method, body: '{"by": "Li", "note": "course cl' }, path)
  const detail = 'the body is not valid JSON at line 1, column 32'
  expect([answer.status, await answer.json()]).toEqual([400, { detail }])
})
