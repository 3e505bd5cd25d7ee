import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { createStrikeHistory } from '../../../client/history/strike-history.ts'
import { strikeIdentity } from '../../../contract/lightning.ts'
import { type FrameKind, writeFrame } from '../../../core/strikes/strike-chunks.ts'
import { FakeSource } from '../../../testing/fakes/fake-source.ts'
import { foreignBlock } from '../../../testing/foreign-block.ts'
import { observed, START_MS, setUpHistory, strikeAt } from '../../../testing/history-kit.ts'
import { createKeyring } from '../accounts/keyring.ts'
import { RELAY_LIMITS, relayPolicy } from '../accounts/policy.ts'
import { createTokenIssuer } from '../accounts/token-issuer.ts'
import { createContractServer } from '../contract-server.ts'

const MINUTE = 60_000

function setUp() {
  const kit = setUpHistory()
  const { clock } = kit
  const tokens = createTokenIssuer({ secret: 'a secret of enough characters', clock })
  const policy = relayPolicy(createKeyring({ keys: new Map(), tokens, limits: RELAY_LIMITS }))
  const log = pino({ level: 'silent' })
  const server = createContractServer({ source: new FakeSource(), clock, policy, log, history: kit.history })
  const dropCredential = vi.fn()
  const credential = vi.fn(async () => tokens.issue('lightning').token)
  let respond = (url: string, init: RequestInit) => Promise.resolve(server.app.request(url, init))
  const asked: string[] = []
  const history = createStrikeHistory({
    environment: {
      clock,
      fetch: (url, init) => {
        asked.push(`${new URL(url).pathname} ${init.cache}`)
        return respond(url, init)
      },
    },
    baseUrl: 'http://page.test',
    credential,
    dropCredential,
  })
  const { signal } = new AbortController()
  return {
    ...kit,
    asked,
    dropCredential,
    credential,
    answerWith(answer: () => Response) {
      respond = async () => answer()
    },
    async read(fromMs: number, toMs: number) {
      const part = await history.read({ fromMs, toMs }, signal)
      const records = []
      for await (const piece of part.pieces()) records.push(...piece)
      return { ...part, records }
    },
  }
}

describe('a page’s history', () => {
  it('requests ten final minutes by their permanent URL, and others dynamically', async () => {
    const { batch, history, clock, asked, read } = setUp()
    const strikes = [strikeAt(START_MS), strikeAt(START_MS + 9 * MINUTE)]
    batch(...strikes)
    await clock.advance(40 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    const final = await read(START_MS, START_MS + 10 * MINUTE)
    expect(final.records.map(strikeIdentity)).toEqual(
      strikes.map((strike) => strikeIdentity({ ...strike, time: Number(strike.time) })),
    )
    await read(START_MS + MINUTE, START_MS + 11 * MINUTE)
    await read(START_MS, START_MS + 9 * MINUTE)
    await read(START_MS + 20 * MINUTE, START_MS + 30 * MINUTE) // too young
    expect(asked).toEqual([
      '/api/strikes/ten-minutes/202607010800 default',
      ...new Array(3).fill('/api/strikes no-store'),
    ])
  })

  it('has ten minutes as known before they are final, and from the final ones on the retained records', async () => {
    const { batch, clock, asked, read } = setUp()
    batch(strikeAt(START_MS + MINUTE))
    await clock.advance(40 * MINUTE) // a minute is sealed only after later strikes
    expect((await read(START_MS, START_MS + 10 * MINUTE)).records).toHaveLength(1)
    const longAgoMs = START_MS - 100 * 60 * MINUTE
    expect((await read(longAgoMs, longAgoMs + 10 * MINUTE)).notObserved).toHaveLength(1)
    expect(asked.map((each) => each.replace(/\d{12}/, 'NAME'))).toEqual([
      '/api/strikes/ten-minutes/NAME default',
      '/api/strikes/ten-minutes/NAME default',
      '/api/strikes no-store',
    ])
  })

  it('equals the JSON records, after packing and unpacking', async () => {
    const { batch, history, clock, read } = setUp()
    const strikes = Array.from({ length: 300 }, (_, i) => strikeAt(START_MS + i * 1_000))
    batch(...strikes)
    history.write(observed(START_MS, START_MS + 4 * MINUTE))
    await clock.advance(10 * MINUTE)
    batch(strikeAt(clock.now()))
    await history.maintain()
    const { records, notObserved, toMs } = await read(START_MS + 500, START_MS + 5 * MINUTE)
    expect(records).toEqual(strikes.slice(1).map((strike) => ({ ...strike, time: Number(strike.time) })))
    expect(notObserved).toEqual([{ fromMs: START_MS + 4 * MINUTE, toMs: START_MS + 5 * MINUTE }])
    expect(toMs).toBe(START_MS + 5 * MINUTE)
  })

  it('ends with the present', async () => {
    const { read, clock } = setUp()
    expect((await read(START_MS - MINUTE, START_MS + MINUTE)).toMs).toBeCloseTo(clock.now(), 0)
  })

  it('is requested with a fresh token after a rejected one, once', async () => {
    const { read, batch, credential, dropCredential } = setUp()
    batch(strikeAt(START_MS - 1_000))
    credential.mockResolvedValueOnce('ft-of.yesterday')
    expect((await read(START_MS - MINUTE, START_MS)).records.map(strikeIdentity)).toHaveLength(1)
    expect(dropCredential).toHaveBeenCalledExactlyOnceWith('ft-of.yesterday')
    credential.mockResolvedValue('ft-of.yesterday')
    await expect(read(START_MS - MINUTE, START_MS)).rejects.toMatchObject({ reason: 'unauthorised' })
  })

  it('is parsed from another build: unknown fields are skipped, missing ones absent', async () => {
    const { read, answerWith } = setUp()
    const frame = (kind: FrameKind, body: Uint8Array) => writeFrame({ kind, packing: 'plain', body })
    const head = { fromMs: START_MS, toMs: START_MS + MINUTE, notObserved: [], simulated: true, weather: 'fine' }
    const strikes = foreignBlock(START_MS / 1_000, 1, { charge: [70_000], lon: [2], lat: [1], arrivedAs: [0] })
    const unknown = frame('strikes', new Uint8Array(5)).with(0, 0x58)
    const body = [frame('head', new TextEncoder().encode(JSON.stringify(head))), unknown, frame('strikes', strikes)]
    answerWith(() => new Response(Buffer.concat([...body, frame('end', new Uint8Array(0))])))
    const { records } = await read(START_MS, START_MS + MINUTE)
    expect(records).toEqual([{ time: START_MS * 1e6, lat: 1, lon: 2 }])
  })

  it.each([
    ['an answer that is cut off', () => new Response(new Uint8Array([0x48, 0, 0, 0, 99, 0, 0, 0]))],
    ['an answer of somebody else', () => new Response('<!doctype html>')],
    ['an empty answer', () => new Response('')],
    ['a server that is out', () => new Response('', { status: 502 })],
  ])('is not had from %s', async (_what, answer) => {
    const { read, answerWith } = setUp()
    answerWith(answer)
    await expect(read(START_MS, START_MS + 1)).rejects.toMatchObject({ reason: 'unavailable' })
  })
})
