import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { API_PATHS } from '../../contract/api-paths.ts'
import { PRODUCTS } from '../../contract/auth.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { createClockDriver } from '../../testing/fakes/clock-driver.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createForgetfulHistory } from '../../testing/fakes/forgetful-history.ts'
import { SIMULATOR_KEY, startSimulator } from '../../testing/simulator-under-test.ts'
import { probeSocket } from '../../testing/socket-probe.ts'
import { readConfig } from '../config/config.ts'
import { createLog } from '../config/log.ts'
import { openSource } from '../config/open-source.ts'
import { createLocalHeldFires } from '../hazards/fires/local-held-fires.ts'
import { createNodeEnvironment } from '../node-environment.ts'
import { createAppServer } from './app-server.ts'
import { openHttpFront } from './http-front.ts'

/** Patterns that reveal the key in any encoding. */
const TELLTALES = [SIMULATOR_KEY.slice('sk-'.length), Buffer.from(SIMULATOR_KEY).toString('base64').slice(0, 16)]

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const STANDARD_QUESTIONS = [
  '/v1/metar/stations',
  '/v1/weather/observation/point/realtime?lat=24&lon=120',
  '/v1/weather/observation/station/realtime?station_id=50100',
  '/v1/weather/observation/station/realtime?station_id=nothing',
  '/v1/metar/observation?stations=ZSPD&start_time=2026-07-01T00:00:00Z&end_time=2026-07-01T08:00:00Z',
  '/v1/metar/observation?stations=ZSPD&start_time=2026-01-01T00:00:00Z&end_time=2026-07-01T08:00:00Z',
  '/v1/weather/forecast/point/hourly?latitude=24&longitude=120&dataset=surface',
  '/v1/weather/forecast/point/daily?latitude=24&longitude=120&dataset=surface',
  '/v1/fire-point/nearby?lat=24&lon=101&radius_km=100',
  '/v1/fire-point/bbox?min_lon=100&min_lat=20&max_lon=105&max_lat=25',
  '/v1/fire-point/bbox?min_lon=x',
  '/v1/nothing',
]
const SPECIAL_QUESTIONS = [
  `${LIGHTNING_PATHS.strikes}?minutes=5`,
  `${LIGHTNING_PATHS.strikes}?minutes=99`,
  '/fast-lightning/auth/token',
  `${METAR_PATHS.raw}?icaos=ZSPD`,
  `${METAR_PATHS.parsed}/all`,
  `${METAR_PATHS.latency}?icaos=ZSPD`,
]
const OWN_QUESTIONS = [
  ...['config', 'status', 'health', 'ready', 'metrics'].map((name) => API_PATHS[name as 'config']),
  '/',
  '/assets/app.js',
  '/basemap/1/0/0.mvt',
  '/nothing/here',
  '/api/token/nothing',
  '/%ff%00',
]

/** The whole server over an upstream; everything that leaves it is kept. */
async function startOver(upstream: { url: string; wsUrl: string }, delivery: 'relay' | 'direct') {
  const said: string[] = []
  const clock = createFakeClock()
  const { pass, during } = createClockDriver([clock])
  const read = readConfig(
    {
      UPSTREAM_BASE_URL: upstream.url,
      UPSTREAM_SPECIAL_URL: upstream.url,
      UPSTREAM_SPECIAL_WS_URL: upstream.wsUrl,
      UPSTREAM_API_KEY: SIMULATOR_KEY,
      DELIVERY: delivery,
    },
    { stormNames: [] },
  )
  if (!read.ok) throw new Error(read.problems.join('; '))
  const { config } = read
  const log = createLog('trace', { write: (line) => void said.push(line) })
  const environment = { ...createNodeEnvironment(), clock, random: () => 0 }
  const history = createForgetfulHistory()
  const { source, upstreamTokens } = await openSource({ config, environment, log, history })
  const html = new TextEncoder().encode('<p>the page</p>')
  const page = new Map([
    ['/index.html', { type: 'text/html', cacheControl: 'no-cache', etag: '"1"', body: html, br: null, gzip: null }],
  ])
  const app = createAppServer({
    config,
    source,
    upstreamTokens,
    clock,
    heldFires: createLocalHeldFires(clock),
    log,
    version: '1',
    page,
    tiles: { tile: () => null, relief: () => null, version: '1' },
  })
  const front = await openHttpFront({ app, host: '127.0.0.1', port: 0, clock })
  closers.push(async () => {
    const closed = Promise.all([app.close(), front.close()])
    await during(closed)
    await source.close()
  })
  source.start().catch((error: Error) => void said.push(error.message))
  await pass(5_000)

  const base = `http://127.0.0.1:${front.port}`
  async function ask(path: string, init?: RequestInit) {
    const response = await during(fetch(base + path, init))
    const text = await during(response.text())
    said.push(`${response.status} ${path}`, JSON.stringify([...response.headers]), text)
    return { status: response.status, text }
  }

  /** Sends every kind of request, valid and invalid. */
  async function askEverything() {
    const tokens: Record<string, string> = {}
    for (const product of PRODUCTS) {
      const answer = await ask(`${API_PATHS.token}/${product}`, { method: 'POST' })
      if (answer.status === 200) tokens[product] = JSON.parse(answer.text).token
    }
    await ask(`${API_PATHS.token}/lightning`, { method: 'POST', headers: { origin: 'https://elsewhere.example.com' } })
    const bearer = (product: string) => ({ headers: { authorization: `Bearer ${tokens[product] ?? 'ft-none'}` } })
    for (const path of STANDARD_QUESTIONS) await ask(path, bearer('standard'))
    for (const path of SPECIAL_QUESTIONS) await ask(path, bearer(path.includes('metar') ? 'metar' : 'lightning'))
    for (const path of [...OWN_QUESTIONS, STANDARD_QUESTIONS[0]!]) await ask(path)

    const sockets = [
      `${LIGHTNING_PATHS.socket}?token=${tokens.lightning}`,
      `${METAR_PATHS.parsedSocket}?token=${tokens.metar}`,
      LIGHTNING_PATHS.socket,
    ].map((path) => probeSocket(`ws://127.0.0.1:${front.port}${path}`))
    for (const socket of sockets) {
      await during(socket.opened)
      socket.send({ action: 'subscribe', icaos: ['*'] })
    }
    await pass(3_000)
    for (const socket of sockets) {
      said.push(JSON.stringify(socket.pending(), (_key, value) => (typeof value === 'bigint' ? `${value}` : value)))
      await socket.close()
      said.push(JSON.stringify(await during(socket.closed)))
    }
  }
  return { said, askEverything, ask }
}

function expectNoKey(said: string[]) {
  const telling = said.filter((text) => TELLTALES.some((telltale) => text.includes(telltale)))
  expect(telling).toEqual([])
}

it.each(['relay', 'direct'] as const)('never exposes the key with a working upstream (%s)', async (delivery) => {
  const simulator = await startSimulator({ unlimited: true })
  closers.push(simulator.close)
  const { said, askEverything } = await startOver({ url: simulator.url, wsUrl: simulator.wsUrl }, delivery)
  await askEverything()

  expect(said.filter((line) => line.startsWith('200 ')).length).toBeGreaterThan(15)
  expectNoKey(said)
})

/** Encodings that a reader, or a parser of the response, reverses. */
const WRITTEN: Record<string, (key: string) => string> = {
  'as it is': (key) => key,
  'with a letter escaped': (key) => key.replace('s', ESCAPED_S),
  'in base64': (key) => Buffer.from(key).toString('base64'),
}

it.each([
  ...[400, 401, 429, 500, 200].map((status) => [status, 'as it is'] as const),
  ...[400, 200].flatMap((status) => [[status, 'with a letter escaped'] as const, [status, 'in base64'] as const]),
])('never exposes the key with an upstream that repeats it in every %i %s', async (status, written) => {
  const upstream = await startRepeater(status, WRITTEN[written]!)
  const { said, askEverything } = await startOver(upstream, status === 200 ? 'direct' : 'relay')
  await askEverything()

  expect(upstream.heard()).toBeGreaterThan(0)
  expectNoKey(said)
})

/** Literal in a header, and an escape in JSON, which `stringify` would escape once more. */
const ESCAPED_S = '\\u0073'

/** An upstream whose every response repeats the received credential: in its body, its headers and its type. */
async function startRepeater(status: number, write: (key: string) => string) {
  let heard = 0
  const repeated = ({ headers }: IncomingMessage) => {
    if (headers.authorization?.includes(SIMULATOR_KEY)) heard++
    return `rejected ${write(headers.authorization?.replace('Bearer ', '') ?? '')} at ${Date.UTC(2026, 6, 1)}`
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const words = repeated(request)
    const body = { code: 40_100, message: words, detail: words, data: [{ icao: words }, words], error: words }
    response.writeHead(status, { 'content-type': `application/json; for="${words}"`, 'x-credential': words })
    response.end(JSON.stringify(body).replaceAll(`\\${ESCAPED_S}`, ESCAPED_S))
  })
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    const words = repeated(request)
    if (status >= 400 && status < 500) {
      socket.end(`HTTP/1.1 ${status} ${words}\r\nContent-Length: ${words.length}\r\n\r\n${words}`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.send(JSON.stringify({ type: words, message: words }))
      ws.close(4001, words)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}`, heard: () => heard }
}
