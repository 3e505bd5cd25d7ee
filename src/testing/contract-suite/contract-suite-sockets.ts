import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { CLOSE_TOO_MANY_SOCKETS, CLOSE_UNAUTHORISED } from '../../contract/close-codes.ts'
import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { SOCKETS_PER_APPLICATION } from '../../contract/limits.ts'
import { ALL_AIRPORTS, METAR_PATHS } from '../../contract/metar.ts'
import { parseInstantMs } from '../../contract/time.ts'
import type { ProbeMessage, SocketProbe } from '../socket-probe.ts'
import type { Grants, ServerUnderTest, SuiteClient } from './contract-suite-client.ts'
import { parsedReportShape, rawReportShape, strikeShape } from './contract-suite-shapes.ts'
import { type Bench, createRule } from './contract-suite-special.ts'

const SOCKETS = [LIGHTNING_PATHS.socket, METAR_PATHS.rawSocket, METAR_PATHS.parsedSocket]
/** Messages allowed between those of a rule: heartbeats, and a relay's notices. */
const ASIDE = new Set<unknown>(['ping', 'source_status', 'gap'])

/** At night there can be minutes without a report. */
const REPORT_WITHIN_MS = 20_000

/** The sockets of the dedicated line. At most two are open at a time, except in the test of the limit. */
export function registerSocketRules(bench: () => Bench, grants: Grants): void {
  const rule = createRule(grants)
  let server: ServerUnderTest
  let client: SuiteClient
  beforeAll(() => {
    server = bench().server
    client = bench().client
  })
  afterEach(() => client.closeSockets())

  async function next(socket: SocketProbe): Promise<ProbeMessage> {
    for (;;) {
      const message = await server.during(socket.next())
      if (!ASIDE.has(message.type)) return message
    }
  }

  async function reportArrives(icao: string): Promise<void> {
    if (!server.powers.reportArrives) throw new Error('This rule needs a server whose reports can be made to arrive.')
    await server.powers.reportArrives(icao)
  }

  describe('the lightning socket', () => {
    it('[DL 3, 6] responds to subscribe with subscribed, then sends batches of the contract', async () => {
      const socket = await client.open(LIGHTNING_PATHS.socket)
      socket.send({ action: 'subscribe' })
      expect((await next(socket)).type).toBe('subscribed')
      for (let i = 0; i < 4; i++) {
        const batch = await next(socket)
        expect(batch.type).toBe('new_strikes')
        for (const strike of batch.data as unknown[]) strikeShape.parse(strike)
      }
    })

    it('[DL 8] pushes a batch each second', async () => {
      const socket = await client.subscribe(await client.open(LIGHTNING_PATHS.socket))
      await next(socket)
      let tookMs = 0
      // Delays of a busy machine make batches arrive together; tolerated a few times.
      for (let look = 0; look < 5 && tookMs <= 2_000; look++) {
        const sinceMs = server.nowMs()
        for (let i = 0; i < 5; i++) await next(socket)
        tookMs = server.nowMs() - sinceMs
      }
      expect(tookMs).toBeGreaterThan(2_000)
      expect(tookMs).toBeLessThan(10_000)
    })

    it('[DL 1] replays nothing on connecting', async () => {
      const sinceMs = server.nowMs()
      const socket = await client.subscribe(await client.open(LIGHTNING_PATHS.socket))
      for (const strike of (await next(socket)).data as { arrived_at: string }[]) {
        expect(parseInstantMs(strike.arrived_at)).toBeGreaterThan(sinceMs - 60_000)
      }
    })

    it('[DL 4.3] sends nothing before subscribe and nothing after unsubscribe', async () => {
      const socket = await client.open(LIGHTNING_PATHS.socket)
      await server.pass(2_500)
      socket.send({ action: 'subscribe' })
      expect((await next(socket)).type).toBe('subscribed')
      await next(socket)

      socket.send({ action: 'unsubscribe' })
      await server.during(socket.nextOf('unsubscribed'))
      await server.pass(2_500)
      socket.send({ action: 'subscribe' })
      expect((await next(socket)).type).toBe('subscribed')
    })
  })

  describe('the airport sockets', () => {
    const kinds = [
      { path: METAR_PATHS.rawSocket, shape: rawReportShape, what: 'raw reports' },
      { path: METAR_PATHS.parsedSocket, shape: parsedReportShape, what: 'structured reports' },
    ]
    for (const { path, shape, what } of kinds) {
      rule('makesReports', `[DL 4.8, 6] ${path} sends newly arrived ${what} of all airports`, async () => {
        const socket = await client.subscribe(await client.open(path), { icaos: [ALL_AIRPORTS] })
        await reportArrives(server.samples.icaos[0]!)
        expectReports(await next(socket), shape)
      })

      if (!grants.has('makesReports')) {
        it(`[DL 4.8, 6] ${path} sends only ${what} during a subscription`, async ({ annotate }) => {
          const socket = await client.subscribe(await client.open(path), { icaos: [ALL_AIRPORTS] })
          const message = next(socket)
          message.catch(() => {}) // if none arrives, the socket is closed during the wait
          const arrived = await Promise.race([message, server.pass(REPORT_WITHIN_MS)])
          if (arrived) expectReports(arrived, shape)
          else await annotate(`none came in ${REPORT_WITHIN_MS / 1_000} s: not shown`)
        })
      }
    }

    rule('makesReports', '[DL 4.8] push the reports of subscribed airports alone, until unsubscribed', async () => {
      const [wanted, other] = server.samples.icaos as [string, string]
      const socket = await client.open(METAR_PATHS.rawSocket)
      await client.subscribe(socket, { icaos: [wanted] })
      await reportArrives(other)
      await reportArrives(wanted)
      expect(codesOf(await next(socket))).toEqual([wanted])

      socket.send({ action: 'unsubscribe', icaos: [wanted] })
      await reportArrives(wanted)
      await client.subscribe(socket, { icaos: [other] })
      await reportArrives(other)
      expect(codesOf(await next(socket))).toEqual([other])
    })
  })

  describe('every socket', () => {
    it('[DL 5] takes the key by header, and a token by header or query', async () => {
      const token = await client.token('lightning')
      for (const credential of [{ header: server.key }, { header: token }, { query: token }]) {
        await client.subscribe(await client.open(LIGHTNING_PATHS.socket, credential))
        await client.closeSockets()
      }
    })

    for (const path of SOCKETS) {
      it(`[DL 3, 7] ${path} is closed with 4001 where authentication fails`, async () => {
        for (const credential of [{}, { header: 'sk-not-a-key' }, { query: 'ft-not-a-token' }]) {
          const { code } = await server.during(client.socket(path, credential).closed)
          expect(code, JSON.stringify(Object.keys(credential))).toBe(CLOSE_UNAUTHORISED)
        }
      })
    }

    rule(
      'upstreamLimits',
      '[DL 3, 8] the fourth connection is closed with 4009, a freed slot taken again',
      async () => {
        const held = []
        for (let i = 0; i < SOCKETS_PER_APPLICATION; i++) held.push(await client.open(SOCKETS[i % SOCKETS.length]!))
        const fourth = client.socket(LIGHTNING_PATHS.socket)
        expect((await server.during(fourth.closed)).code).toBe(CLOSE_TOO_MANY_SOCKETS)
        await server.during(held[0]!.close())
        await client.subscribe(await client.open(LIGHTNING_PATHS.socket))
      },
    )

    rule('ownApplication', 'is not ended by messages that no document shows', async () => {
      const socket = await client.open(LIGHTNING_PATHS.socket)
      for (const bad of ['', 'no json', '[]', '{"action":"dance"}', '{}']) socket.send(bad)
      await client.subscribe(socket)
    })
  })
}

function expectReports(message: ProbeMessage, shape: z.ZodType): void {
  expect(message.type).toBe('new_metar_arrived')
  expect(message.data).not.toEqual([])
  for (const record of message.data as unknown[]) shape.parse(record)
}

function codesOf(message: ProbeMessage): string[] {
  return (message.data as { icao: string }[]).map(({ icao }) => icao)
}
