import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { AdmittedWall } from '../contract/server/sign-in.ts'
import { levelsOfRings } from '../core/levels/ladder-of.ts'
import { countCollections, grownSince } from '../testing/attacks/collection-sizes.ts'

const counted = countCollections()
// Counted modules are imported after that.
const { API_PATHS } = await import('../contract/api-paths.ts')
const { LIGHTNING_PATHS } = await import('../contract/lightning.ts')
const { METAR_PATHS } = await import('../contract/metar.ts')
const { ask, mint, open, PASSWORD, plainSocket, signIn, webSocket } = await import('../testing/attacks/target.ts')
const { passwordLine, setUpAccess } = await import('../testing/access-kit.ts')
const { channelsOf } = await import('../testing/channels/channel-kit.ts')
const { pushService } = await import('../testing/channels/push-service.ts')
const { setUpWatch } = await import('../testing/watch-kit.ts')
const { openHttpFront } = await import('./http/http-front.ts')
type Target = import('../testing/attacks/target.ts').Target

/** Number of rounds in which all clients connect and leave. */
const ROUNDS = 4
/** Time after which resources of disconnected clients are released; ms. */
const FORGOTTEN_WITHIN_MS = 120_000
const NAMES = ['li', 'wang', 'night']

afterAll(counted.restore)

let lines = ''
beforeAll(async () => {
  lines = (await Promise.all(NAMES.map((name) => passwordLine(`${name}:`, PASSWORD)))).join('\n')
})

async function setUp() {
  const service = pushService(() => clock.now())
  const channels = channelsOf([{ id: 'people', kind: 'webpush', subject: 'mailto:duty@example.com' }])
  const world = await setUpWatch({ channels, post: service.post })
  const { clock, history, watch, places } = world
  const files = { '/passwords': lines, '/roles': JSON.stringify({ acknowledge: NAMES, configure: NAMES }) }
  const env = { ACCESS: 'password', ACCESS_PASSWORD_FILE: '/passwords', ROLES_FILE: '/roles', PUBLIC_ORIGIN: '' }
  const { app } = setUpAccess(env, files, { clock, history, watch, places, source: world.source })
  const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
  onTestFinished(async () => {
    await Promise.all([app.close(), front.close(), clock.advance(10_000)])
  })
  const connections = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  return { ...world, service, port: front.port, connections }
}

/** Bounded caches: full buckets, and old failures, are equivalent to none. */
const BOUNDED = ['web/client-rate.ts', 'access/sign-in/sign-in-limits.ts', 'contract/accounts/accounts.ts']

it.each([
  { from: 'the same addresses', addressOf: (_: number, j: number) => `127.0.10.${j + 1}`, mayGrow: [] },
  { from: 'ever new addresses', addressOf: (i: number, j: number) => `127.0.${i + 11}.${j + 1}`, mayGrow: BOUNDED },
])('holds nothing of clients from $from that left', async ({ addressOf, mayGrow }) => {
  const { port, clock, service, run, connections } = await setUp()
  const post = (of: Target, path: string, said: object, method = 'POST') => {
    const body = JSON.stringify(said)
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    return ask(of, path, { method, headers, body })
  }

  async function watchBySocket(of: Target, product: 'lightning' | 'metar') {
    const path = product === 'lightning' ? LIGHTNING_PATHS.socket : METAR_PATHS.parsedSocket
    const socket = webSocket(of, path, await mint(of, product))
    await new Promise((resolve) => socket.once('open', resolve))
    const heard = new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ action: 'subscribe', icaos: ['ZSPD', `X${of.from.at(-1)}`] }))
    await heard
    return () => new Promise((resolve) => socket.once('close', resolve).close())
  }

  async function visit(name: string, from: string) {
    const stranger: Target = { port, from, asset: '/', proxyPort: 0 }
    expect((await post(stranger, API_PATHS.session, { name: `not ${name}`, password: 'none of theirs' })).status).toBe(
      401,
    )
    const of = await signIn(stranger, name)
    const leaves = [await watchBySocket(of, 'lightning'), await watchBySocket(of, 'metar')]
    const stream = await open(of, `${API_PATHS.alarms}/stream`)
    leaves.push(async () => stream.destroy())
    for (const path of [API_PATHS.alarms, API_PATHS.status, API_PATHS.rights, API_PATHS.places, API_PATHS.journal])
      expect([path, (await ask(of, path)).status]).toEqual([path, 200])
    const bearer = { authorization: `Bearer ${await mint(of, 'lightning')}` }
    expect((await ask(of, `${LIGHTNING_PATHS.strikes}?minutes=5`, { headers: bearer })).status).toBe(200)
    expect((await post(of, API_PATHS.journal, { text: 'seen' })).status).toBe(201)

    expect(
      (await post(of, API_PATHS.privateLevels, { ladders: [{ place: 'golf', levels: levelsOfRings([5], 30) }] }))
        .status,
    ).toBe(200)
    expect((await post(of, API_PATHS.privateLevels, { ladders: [] })).status).toBe(200)
    const said = service.subscribe()
    expect((await post(of, API_PATHS.push, said)).status).toBe(201)
    expect((await post(of, `${API_PATHS.channels}/people/test`, {})).status).toBe(202)
    expect((await post(of, API_PATHS.push, { endpoint: said.endpoint }, 'DELETE')).status).toBe(204)

    const made = await post(of, API_PATHS.walls, { name: `Hall ${from}` })
    const { id, code } = JSON.parse(made.text) as AdmittedWall
    expect((await post(stranger, API_PATHS.session, { wall: code })).status).toBe(200)
    expect((await ask(of, `${API_PATHS.walls}/${id}`, { method: 'DELETE' })).status).toBe(204)

    const half = plainSocket(stranger)
    half.write(`POST ${API_PATHS.session} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n{`)
    await new Promise((resolve) => half.once('connect', resolve))
    half.destroy()
    return async () => {
      for (const leave of leaves) await leave()
      expect((await ask(of, API_PATHS.session, { method: 'DELETE' })).status).toBe(204)
    }
  }

  /** All clients connect and leave. */
  async function round(i: number) {
    const leaves = []
    for (const [j, name] of NAMES.entries()) leaves.push(await visit(name, addressOf(i, j)))
    await run(2)
    for (const leave of leaves) await leave()
    await clock.advance(FORGOTTEN_WITHIN_MS)
  }

  await round(0)
  await expect.poll(connections).toBe(0)
  const before = { sizes: await counted.sizes(), timers: clock.pending }
  for (let i = 1; i <= ROUNDS; i++) await round(i)
  await expect.poll(connections).toBe(0)
  const grown = Object.entries(grownSince(before.sizes, await counted.sizes()))
  expect(grown.filter(([at]) => !mayGrow.some((path) => at.startsWith(`src/server/${path}:`)))).toEqual([])
  expect(clock.pending).toBe(before.timers)
})
