import { expect, it } from 'vitest'
import type { ListedLayer } from '../../contract/layers.ts'
import { createFakeClock } from '../../testing/fakes/fake-clock.ts'
import { createLayerAccess } from './layer-access.ts'

const LAYER: ListedLayer = {
  id: 'radar',
  name: 'Radar',
  nameZh: null,
  kind: 'xyz',
  url: null,
  layers: null,
  style: null,
  time: null,
  attribution: 'Us',
  opacity: 1,
  minZoom: 0,
  maxZoom: 18,
  on: true,
}
const PART = { tile: { z: 3, x: 6, y: 2 }, timeMs: Date.UTC(2026, 6, 1, 8, 10) }

/** Access with a network that returns these responses in turn. */
function setUp(...answers: (Response | Error)[]) {
  const asked: { url: string; init: RequestInit }[] = []
  const dropped: string[] = []
  let tokens = 0
  const access = createLayerAccess({
    environment: {
      clock: createFakeClock(),
      async fetch(url, init) {
        asked.push({ url, init })
        const answer = answers.shift()
        if (!answer || answer instanceof Error) throw answer
        return answer
      },
    },
    ask: async () => {
      throw new Error('nobody asks')
    },
    baseUrl: 'http://map.example',
    credential: async () => `ft-${++tokens}`,
    dropCredential: (refused) => dropped.push(refused),
  })
  return { access, asked, dropped }
}

it('requests our own server with a token, and with another one after a rejection', async () => {
  const headers = { 'x-brontide-as-of': '2026-07-01T08:00:00Z', 'x-brontide-stale': 'true' }
  const { access, asked, dropped } = setUp(new Response('', { status: 401 }), new Response('ab', { headers }))
  const part = await access.read(LAYER, PART)
  expect(part).toMatchObject({ asOfMs: Date.UTC(2026, 6, 1, 8), stale: true })
  expect(part.bytes?.byteLength).toBe(2)
  expect(asked.map(({ url }) => url)[1]).toBe('http://map.example/api/layers/radar/3/6/2?time=2026-07-01T08:10:00Z')
  expect(asked[1]?.init.headers).toEqual({ authorization: 'Bearer ft-2' })
  expect(dropped).toEqual(['ft-1'])
})

it('has the browser request a source directly, without the page’s credentials', async () => {
  const { access, asked } = setUp(new Response(null, { status: 404 }))
  const browsers = { ...LAYER, url: 'https://tiles.example/{z}/{x}/{y}' }
  expect(await access.read(browsers, PART)).toMatchObject({ bytes: null, stale: false })
  expect(asked).toMatchObject([{ url: 'https://tiles.example/3/6/2', init: { credentials: 'omit' } }])
  expect(asked[0]?.init.headers).toBeUndefined()
})

it.each([
  ['what our server says of the source', new Response('{"reason":"refused"}', { status: 502 }), 'refused'],
  ['that our server fails', new Response('<h1>', { status: 502 }), 'no-server'],
  ['that our server is not there', new Error('refused'), 'no-server'],
])('reports %s', async (_, answer, problem) => {
  await expect(setUp(answer).access.read(LAYER, PART)).rejects.toMatchObject({ problem })
})

it.each([
  [new Response('', { status: 403 }), 'refused'],
  [new Response('', { status: 500 }), 'unavailable'],
  [new Error('no CORS'), 'unreachable'],
])('reports the results of sources that the browser requests', async (answer, problem) => {
  const browsers = { ...LAYER, url: 'https://tiles.example/{z}/{x}/{y}' }
  await expect(setUp(answer).access.read(browsers, PART)).rejects.toMatchObject({ problem })
})
