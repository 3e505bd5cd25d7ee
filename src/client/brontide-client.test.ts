import { expect, it } from 'vitest'
import { createFakeClock } from '../testing/fakes/fake-clock.ts'
import { createFakeSockets } from '../testing/fakes/fake-socket.ts'
import { createBrontideClient } from './brontide-client.ts'

function setUp(key?: string) {
  const clock = createFakeClock()
  const sockets = createFakeSockets()
  const opened: [url: string, headers: Record<string, string>][] = []
  const asked: [what: string, authorization: string | null][] = []
  const client = createBrontideClient({
    url: 'https://map.test/',
    ...(key && { key }),
    environment: {
      clock,
      random: () => 0,
      async fetch(url, init) {
        asked.push([`${init.method} ${url}`, new Headers(init.headers).get('authorization')])
        if (!url.includes('/api/token/')) return Response.json({ data: [] })
        const expires_at = new Date(clock.now() + 300_000).toISOString()
        return Response.json({ token: 'ft-1', expires_at, url: 'https://map.test', ws_url: 'wss://map.test' })
      },
      openSocket(url, headers) {
        opened.push([url, headers])
        return sockets.openSocket(url, headers)
      },
    },
  })
  return { clock, client, opened, asked }
}

it('sends no request before the first call', async () => {
  const { clock, client, opened, asked } = setUp()
  client.strikes()
  await clock.advance(10_000)
  expect([opened, asked]).toEqual([[], []])
})

it('gets tokens as a page does, and uses them for requests and sockets', async () => {
  const { clock, client, opened, asked } = setUp()
  const line = client.strikes({ box: { west: 1, south: 2, east: 3, north: 4 } })
  line.start()
  const reports = client.api.latestReports('all')
  await clock.advance(1_000)
  await reports
  expect(opened[0]).toEqual(['wss://map.test/fast-lightning/ws/strikes?token=ft-1', {}])
  expect(asked).toEqual(
    expect.arrayContaining([
      ['POST https://map.test/api/token/lightning', null],
      ['POST https://map.test/api/token/metar', null],
      ['GET https://map.test/fast-metar/rest/parsed/all', 'Bearer ft-1'],
    ]),
  )
  line.close()
})

it('sends a key with each request and socket, and never in a URL', async () => {
  const { clock, client, opened, asked } = setUp('sk-1')
  const line = client.reports()
  line.start()
  await clock.advance(30_000)
  expect(opened[0]).toEqual(['wss://map.test/fast-metar/ws/parsed', { authorization: 'Bearer sk-1' }])
  await client.api.strikes(1)
  expect(new Set(asked.map(([, authorization]) => authorization))).toEqual(new Set(['Bearer sk-1']))
  line.close()
})
