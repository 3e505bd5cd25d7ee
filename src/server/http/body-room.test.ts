import { expect, it } from 'vitest'
import { HERE, passwordLine, setUpAccess } from '../../testing/access-kit.ts'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { setUpWatch } from '../../testing/watch-kit.ts'
import { BODIES_MAX } from './body-room.ts'

const OWN_WATCH_BYTES = 32_768

/** A body that goes on until it is ended. */
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
  return (from: string, init: RequestInit, path = '/api/own-watch') => {
    const headers = { ...HERE, host: 'map.example.com', 'x-brontide-viewer': 'x'.repeat(22), ...init.headers }
    const request = new Request(`http://map.example.com${path}`, { method: 'POST', ...init, headers })
    return Promise.resolve(app.fetch(request, { incoming: { socket: { remoteAddress: from } } } as never))
  }
}

it('has room for so many slow bodies of one address and no more, and for others beside them', async () => {
  const send = await setUp()
  const most = BODIES_MAX.small.each / OWN_WATCH_BYTES
  const slow = Array.from({ length: most }, slowBody)
  const answers = slow.map(({ init }) => send('10.0.0.1', init))
  const refused = await send('10.0.0.1', { body: '{"rules":[]}' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('one after the other') })
  expect((await send('10.0.0.2', { body: '{"rules":[]}' })).status).toBe(200)
  for (const { end } of slow) await end('{"rules":[]}')
  expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
  expect((await send('10.0.0.1', { body: '{"rules":[]}' })).status).toBe(200)
})

it('has room for so many slow bodies in all', async () => {
  const send = await setUp()
  const addresses = BODIES_MAX.small.all / BODIES_MAX.small.each
  for (let address = 0; address < addresses; address++) {
    for (let i = 0; i < BODIES_MAX.small.each / OWN_WATCH_BYTES; i++) void send(`10.0.1.${address}`, slowBody().init)
  }
  expect((await send('10.0.0.2', { body: '{"rules":[]}' })).status).toBe(503)
})

it('refuses what is longer than it may be, told or not', async () => {
  const send = await setUp()
  const long = 'x'.repeat(OWN_WATCH_BYTES + 1)
  const slow = slowBody()
  const untold = send('10.0.0.1', slow.init)
  void slow.end(long).catch(() => {})
  const told = send('10.0.0.1', { body: long, headers: { 'content-length': String(long.length) } })
  for (const answer of [await untold, await told]) {
    expect([answer.status, await answer.json()]).toEqual([413, { detail: 'at most 32768 bytes' }])
  }
})

it('reads no long body of who may not send one', async () => {
  const { clock, history, watch, places } = await setUpWatch()
  const files = { passwords: await passwordLine('li:', 'a long enough password') }
  const { ask } = setUpAccess({ ACCESS: 'password', ACCESS_PASSWORD_FILE: 'passwords' }, files, {
    ...{ clock, history, watch, places },
  })
  const send = (method: string, path: string) => ask(path, { method, headers: HERE, ...slowBody().init })
  expect((await send('POST', '/api/places')).status).toBe(401)
  expect((await send('PUT', '/api/places/east')).status).toBe(401)
})

it.each([
  ['POST', '/api/journal'],
  ['POST', '/api/alarms/golf.alarm.1/acknowledge'],
  ['PUT', '/api/snoozes/golf'],
  ['POST', '/api/own-watch'],
])('says of %s %s that what is no JSON is none', async (method, path) => {
  const send = await setUp()
  const answer = await send('10.0.0.1', { method, body: '{"by": "Li", "note": "course cl' }, path)
  expect([answer.status, await answer.json()]).toEqual([400, { detail: 'the body must be JSON' }])
})
