import { expect, it } from 'vitest'
import { setUpAppServer } from '../../testing/app-server-kit.ts'
import { type OpenApi, openApi, undescribed } from '../../testing/described.ts'
import { strikeRecord } from '../../testing/fakes/fake-source.ts'
import { observed, START_MS, setUpHistory } from '../../testing/history-kit.ts'

const tiles = {
  tile: (z: number) => (z === 0 ? new Uint8Array() : null),
  relief: (z: number) => (z === 0 ? new Uint8Array() : null),
  version: '1',
}

async function setUp() {
  const { history, clock } = setUpHistory()
  await history.write(observed(START_MS - 120_000, START_MS))
  await history.write({ kind: 'strikes', records: [strikeRecord({ time: BigInt(START_MS - 30_000) * 1_000_000n })] })
  return setUpAppServer({}, { history, clock, tiles })
}

/** A client generated from the description: operations and parameters by name. */
function clientOf({ paths }: OpenApi, request: (path: string, init: RequestInit) => Promise<Response>) {
  return async (id: string, values: Record<string, string> = {}, init: RequestInit = {}) => {
    for (const [path, methods] of Object.entries(paths)) {
      const [method, operation] = Object.entries(methods).find(([, each]) => each.operationId === id) ?? []
      if (!method || !operation) continue
      const query = new URLSearchParams()
      let target = path
      for (const { name, in: place, required } of operation.parameters ?? []) {
        const value = values[name]
        if (value === undefined && required) throw new Error(`${id} needs ${name}`)
        if (value === undefined) continue
        if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
        else query.set(name, value)
      }
      return request(query.size > 0 ? `${target}?${query}` : target, { ...init, method: method.toUpperCase() })
    }
    throw new Error(`${id} is not described`)
  }
}

it('describes all requests and responses to clients without other knowledge', async () => {
  const { request } = await setUp()
  const description = (await (await request('/api/openapi.json')).json()) as OpenApi
  const faults: string[] = []
  const ask = clientOf(description, async (path, init) => {
    const response = await request(path, init)
    const { status, headers } = response
    const type = headers.get('content-type') ?? ''
    const [bare = ''] = path.split('?')
    faults.push(...undescribed({ method: init.method!, path: bare, status, type, text: await response.clone().text() }))
    return response
  })
  const tokenOf = async (product: string) => {
    const { token } = (await (await ask('pageToken', { product })).json()) as { token: string }
    return { headers: { authorization: `Bearer ${token}` } }
  }
  const [lightning, metar, standard] = await Promise.all(['lightning', 'metar', 'standard'].map(tokenOf))
  const from = String(START_MS - 60_000)
  const answers = [
    await ask('config'),
    await ask('status'),
    await ask('health'),
    await ask('readiness'),
    await ask('metrics'),
    await ask('asyncapi'),
    await ask('tile', { z: '1', x: '0', file: '0.mvt' }),
    await ask('strikes', { from }, lightning),
    await ask('strikeCounts', { from, step: '1' }, lightning),
    await ask('latestStrikes', { minutes: '5' }, lightning),
    await ask('reports', { from, to: String(START_MS) }, metar),
    await ask('latestReports', { icaos: 'ZSPD' }, metar),
    await ask('heldFireCells', {}, standard),
    await ask('ogcLanding'),
    await ask('ogcConformance'),
    await ask('ogcCollections'),
    await ask('ogcCollection', { collection: 'places' }),
    await ask('ogcFeatures', { collection: 'strikes', bbox: '-180,-90,180,90', limit: '5' }),
    await ask('ogcFeature', { collection: 'strikes', feature: `${START_MS - 30_000}000000_23.1_113.3` }),
    await ask('tellHeals', {}, { body: JSON.stringify({ heals: [] }) }),
    await ask('signIn', {}, { body: '{}' }),
    await ask('signOut'),
    await ask('strikes', {}).catch((error: Error) => error.message),
    await ask('strikes', { from: 'yesterday' }, lightning),
    await ask('strikes', { from }),
  ]
  expect(faults).toEqual([])
  const statuses = answers.map((answer) => (answer instanceof Response ? answer.status : answer))
  expect(statuses).toEqual([
    200,
    200,
    200,
    503,
    200,
    200,
    204,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    200,
    400,
    404,
    204,
    'strikes needs from',
    400,
    401,
  ])
})

it('is created once, with an ETag for repeated requests', async () => {
  const { request } = await setUp()
  const first = await request('/api/openapi.json')
  const etag = first.headers.get('etag')!
  expect((await request('/api/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(((await first.json()) as { info: { version: string } }).info.version).toBe('0.1.0')
})

it('meets the recommended rules of OpenAPI linters: a server, a licence, a summary and error responses', () => {
  const { servers, info, paths } = openApi as unknown as {
    servers: unknown
    info: { license: unknown }
    paths: Record<
      string,
      Record<string, { operationId: string; summary?: string; responses: object; security?: unknown }>
    >
  }
  expect(servers).toEqual([{ url: '/' }])
  expect(info.license).toEqual({ name: 'MIT License', identifier: 'MIT' })
  const lacking = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ summary, responses, security }) => !summary || !security || !('4XX' in responses))
  expect(lacking.map(({ operationId }) => operationId)).toEqual([])
})
