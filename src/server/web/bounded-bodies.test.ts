import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { exchange } from '../../client/http/exchange.ts'
import { standardEndpoints } from '../../contract/standard.ts'
import { createNodeEnvironment } from '../node-environment.ts'
import { boundBodies } from './bounded-bodies.ts'

const MEBIBYTE = 1024 * 1024

/** A server whose every response is `bytes` zeros, gzipped to a thousandth of that. */
async function bombOf(bytes: number) {
  const body = gzipSync(new Uint8Array(bytes))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ask = (url: string, path: string) =>
  exchange(boundBodies(createNodeEnvironment()), url + path, {}, { timeoutMs: 60_000, name: `GET ${path}` })

it('limits the decompressed size of responses, and reports excess', async () => {
  const url = await bombOf(17 * MEBIBYTE)
  await expect(ask(url, '/v1/metar/stations')).rejects.toMatchObject({
    reason: 'unavailable',
    message: 'GET /v1/metar/stations: no connection (BODY_TOO_LARGE)',
  })
})

it('reads a forecast of at most 2 MiB, and longer lists', async () => {
  const url = await bombOf(3 * MEBIBYTE)
  await expect(ask(url, standardEndpoints.forecastHourly.path)).rejects.toMatchObject({ reason: 'unavailable' })
  const { text } = await ask(url, standardEndpoints.airports.path)
  expect(text).toHaveLength(3 * MEBIBYTE)
})

it('reads what five minutes of the worst outbreak can be', async () => {
  const url = await bombOf(17 * MEBIBYTE)
  const { text } = await ask(url, '/fast-lightning/rest/strikes')
  expect(text).toHaveLength(17 * MEBIBYTE)
})

it('keeps status and headers of a response, and no body if there is none', async () => {
  const environment = {
    ...createNodeEnvironment(),
    fetch: async () => new Response(null, { status: 204, headers: { a: 'b' } }),
  }
  const answer = await exchange(boundBodies(environment), 'https://x/y', {}, { timeoutMs: 1_000, name: 'GET /y' })
  expect([answer.status, answer.text, answer.headers.get('a')]).toEqual([204, '', 'b'])
})
