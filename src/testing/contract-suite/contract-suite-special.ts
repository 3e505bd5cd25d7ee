import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TOKEN_PATHS } from '../../contract/auth.ts'
import { LIGHTNING_PATHS, minuteBucket } from '../../contract/lightning.ts'
import { HTTP_REQUESTS_PER_SECOND, LATENCY_REQUESTS_PER_SECOND, TOKEN_VALIDITY_MS } from '../../contract/limits.ts'
import { ALL_SUFFIX, METAR_PATHS, readByAirport } from '../../contract/metar.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { Grant, Grants, Reply, ServerUnderTest, SuiteClient } from './contract-suite-client.ts'
import {
  detailShape,
  latencyShape,
  parsedReportShape,
  rawReportShape,
  strikesShape,
  tokenShape,
} from './contract-suite-shapes.ts'

/** The context of every group of rules: the server and a rate-limited client. */
export interface Bench {
  server: ServerUnderTest
  client: SuiteClient
}

/** The body of a 200, read by `shape`; a failure names the field. */
export function bodyOf<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape> {
  expect(reply.status, reply.text.slice(0, 300)).toBe(200)
  return shape.parse(reply.body)
}

/** A 4xx response; the documents do not say which one for most cases. */
export function expectRefusal(reply: Reply): void {
  expect(reply.status, reply.text.slice(0, 300)).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
}

/** Registers a rule if the server grants its permissions. */
export function createRule(grants: Grants) {
  return (needs: Grant, name: string, body: () => Promise<void>): void => {
    if (grants.has(needs)) it(name, body)
  }
}

/** HTTP of the dedicated line. */
export function registerSpecialRules(bench: () => Bench, grants: Grants): void {
  const rule = createRule(grants)
  let server: ServerUnderTest
  let client: SuiteClient
  beforeAll(() => {
    server = bench().server
    client = bench().client
  })

  describe('tokens', () => {
    for (const product of ['lightning', 'metar'] as const) {
      it(`[DL 4.1 a] the ${product} product trades the key for an ft- token of five minutes`, async () => {
        const reply = await client.request(TOKEN_PATHS[product], { method: 'POST' })
        const { expires_at } = bodyOf(reply, tokenShape)
        const validMs = (parseInstantMs(expires_at) ?? 0) - server.nowMs()
        expect(Math.abs(validMs - TOKEN_VALIDITY_MS)).toBeLessThan(60_000)
      })
    }

    it('[DL 4.1 b] no token is issued without a key', async () => {
      expectRefusal(await client.request(TOKEN_PATHS.lightning, { method: 'POST', credential: {} }))
      expectRefusal(await client.request(TOKEN_PATHS.metar, { method: 'POST', credential: { header: 'sk-not-a-key' } }))
    })

    it('[DL 5 a] key by header, token by header and token by query reach the same data', async () => {
      const token = await client.token('lightning')
      for (const credential of [{ header: server.key }, { header: token }, { query: token }]) {
        bodyOf(await client.request(LIGHTNING_PATHS.strikes, { credential }), strikesShape)
      }
    })

    it('[DL 5 b] a missing or invalid credential grants nothing', async () => {
      for (const credential of [{}, { header: 'ft-not-a-token' }, { query: 'ft-not-a-token' }]) {
        expectRefusal(await client.request(LIGHTNING_PATHS.strikes, { credential }))
        expectRefusal(await client.request(`${METAR_PATHS.raw}${ALL_SUFFIX}`, { credential }))
      }
    })
  })

  describe('strikes', () => {
    it('[DL 4.2 a] minutes is 1 by default', async () => {
      const { minutes, from, to } = bodyOf(await client.answer(LIGHTNING_PATHS.strikes), strikesShape)
      expect(minutes).toBe(1)
      expect(Math.abs((parseInstantMs(to) ?? 0) - (parseInstantMs(from) ?? 0) - 60_000)).toBeLessThanOrEqual(60_000)
    })

    it('[DL 2.1] every record holds every documented field, and never sig', async () => {
      // The schema suffices; `time` is compared with its conversion digit for digit.
      bodyOf(await client.answer(LIGHTNING_PATHS.strikes, { minutes: '5' }), strikesShape)
    })

    it('[DL 2.2] the response contains its parameters: window, count and minute buckets', async () => {
      const answer = bodyOf(await client.answer(LIGHTNING_PATHS.strikes, { minutes: '5' }), strikesShape)
      expect(answer.minutes).toBe(5)
      expect(answer.count).toBe(answer.data.length)
      const toMs = parseInstantMs(answer.to) ?? 0
      expect(Math.abs(toMs - server.nowMs())).toBeLessThan(10 * 60_000)
      expect(answer.buckets.length).toBeGreaterThanOrEqual(5)
      expect(answer.buckets.length).toBeLessThanOrEqual(6)
      expect(answer.buckets).toContain(minuteBucket(toMs - 60_000))
    })

    for (const minutes of ['0', '6', 'x']) {
      it(`[DL 4.2 b] minutes=${minutes} is never treated as allowed`, async () => {
        const reply = await client.request(LIGHTNING_PATHS.strikes, { query: { minutes } })
        if (reply.status === 200) strikesShape.parse(reply.body)
        else expectRefusal(reply)
      })
    }
  })

  describe('airport reports', () => {
    const rules: { rule: string; path: string; shape: z.ZodType<{ icao: string }>; what: string }[] = [
      { rule: 'DL 4.4', path: METAR_PATHS.raw, shape: rawReportShape, what: 'raw reports, without parsed' },
      { rule: 'DL 4.5', path: METAR_PATHS.parsed, shape: parsedReportShape, what: 'reports with parsed' },
    ]
    for (const { rule, path, shape, what } of rules) {
      it(`[${rule}] ${path} returns the ${what} of the requested airports`, async () => {
        const { icaos } = server.samples
        const reply = await client.answer(path, { icaos: icaos.join(',') })
        expect(reply.status, reply.text).toBe(200)
        const { data } = reply.body as { data: unknown[] }
        expect(data.length).toBeGreaterThan(0)
        for (const record of data) expect(icaos).toContain(shape.parse(record).icao)
      })

      it(`[DL 4.6] ${path}${ALL_SUFFIX} returns the same records for all airports`, async () => {
        const reply = await client.answer(`${path}${ALL_SUFFIX}`)
        expect(reply.status).toBe(200)
        const { records, dropped } = readByAirport(shape, reply.body)!
        expect(dropped).toBe(0)
        expect(new Set(records.map(({ icao }) => icao)).size).toBeGreaterThan(server.samples.icaos.length)
      })
    }

    // The response is not documented.
    rule('ownApplication', '[DL 4.4] icaos is required', async () => {
      expectRefusal(await client.request(METAR_PATHS.raw))
    })

    it('[DL 4.7] latency needs no authentication', async () => {
      const query = { icaos: server.samples.icaos.join(',') }
      const reply = await client.request(METAR_PATHS.latency, { query, credential: {} })
      expect(reply.status).toBe(200)
      for (const record of (reply.body as { data: unknown[] }).data) latencyShape.parse(record)
    })

    it('[DL 4.6] latency covers all airports', async () => {
      const reply = await client.request(`${METAR_PATHS.latency}${ALL_SUFFIX}`, { credential: {} })
      expect(reply.status).toBe(200)
      expect(readByAirport(latencyShape, reply.body)).toMatchObject({ dropped: 0 })
    })
  })

  rule('upstreamLimits', '[DL 7, 8] the third request of a second receives 429, with the exceeded limit', async () => {
    await server.pass(2_000)
    const burst = Array.from({ length: 5 }, () => client.ask(LIGHTNING_PATHS.strikes, {}, { header: server.key }))
    const replies = await Promise.all(burst)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(replies.length - HTTP_REQUESTS_PER_SECOND)
    for (const { body } of refused) detailShape.parse(body)
    await server.pass(2_000)
  })

  rule('addressLimit', '[DL 8] the latency endpoint serves two requests of a second and address', async () => {
    await server.pass(2_000)
    const query = { icaos: server.samples.icaos[0]! }
    const burst = Array.from({ length: 4 }, () => client.ask(METAR_PATHS.latency, query, {}))
    const statuses = (await Promise.all(burst)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(LATENCY_REQUESTS_PER_SECOND)
    await server.pass(2_000)
  })
}
