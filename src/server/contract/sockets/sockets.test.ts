import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { LinkStatus } from '../../../contract/brontide.ts'
import type { FakeClock } from '../../../testing/fakes/fake-clock.ts'
import { LIVE, strikeRecord } from '../../../testing/fakes/fake-source.ts'
import type { probeSocket } from '../../../testing/socket-probe.ts'
import { LIGHTNING, PARSED, RAW, setUp, soFar, subscribed } from '../../../testing/sockets/sockets-kit.ts'

const HOUR_MS = 3_600_000

/** The same a second later, after earlier messages left the window. */
async function subscribedAfter(clock: FakeClock, socket: ReturnType<typeof probeSocket>) {
  await socket.ping()
  await clock.advance(1_000)
  await subscribed(socket, { action: 'subscribe', icaos: ['ZSPD'] })
}

describe('the handshake', () => {
  it('[DL 3] closes with 4001, after the upgrade, where the credential is missing, unknown, expired or of another product', async () => {
    const { clock, tokens, listen } = await setUp()
    const { connect, server } = await listen()
    const expired = tokens.issue('lightning').token
    await clock.advance(300_000)
    const other = tokens.issue('metar').token
    for (const socket of [
      connect(LIGHTNING, {}),
      connect(LIGHTNING, { headers: { authorization: 'Bearer wrong' } }),
      connect(`${LIGHTNING}?token=${expired}`, {}),
      connect(`${LIGHTNING}?token=${other}`, {}),
      connect(`${LIGHTNING}?token=sk-test-key`, {}),
    ]) {
      await socket.opened
      expect((await socket.closed).code).toBe(4001)
    }
    expect(server.counters().sockets.unauthorised).toBe(5)
  })

  it('[DL 5] takes the key by header, and a token by header or query', async () => {
    const { tokens, listen } = await setUp()
    const { connect } = await listen()
    const { token } = tokens.issue('lightning')
    await subscribed(connect(LIGHTNING))
    await subscribed(connect(LIGHTNING, { headers: { authorization: `Bearer ${token}` } }))
    await subscribed(connect(`${LIGHTNING}?token=${token}`, {}))
  })

  it('[DL 8] closes the fourth socket of an application with 4009 at once, and accepts it after another closed', async () => {
    const { listen } = await setUp()
    const { connect, server } = await listen()
    const three = [connect(LIGHTNING), connect(RAW), connect(PARSED)]
    for (const socket of three) await socket.opened
    const fourth = connect(LIGHTNING)
    expect((await fourth.closed).code).toBe(4009)
    const stranger = connect(LIGHTNING, { headers: { authorization: 'Bearer sk-other-key' } })
    await subscribed(stranger)
    await three[0]!.close()
    await subscribed(connect(LIGHTNING))
    expect(server.ledger()[0]?.sockets).toEqual({ now: 3, peak: 3, refused: 1 })
  })

  it('rejects the upgrade of a path that is not a socket', async () => {
    const { listen } = await setUp()
    const { connect } = await listen()
    await expect(connect('/fast-lightning/ws/nothing').opened).rejects.toThrow('404')
  })
})

describe('the life of a socket', () => {
  it('[DL 6] is pinged every five minutes, subscribed or not', async () => {
    const { clock, listen } = await setUp()
    const { connect } = await listen()
    const socket = connect(RAW)
    await socket.opened
    await clock.advance(10 * 60_000)
    expect([await socket.next(), await socket.next()]).toEqual([{ type: 'ping' }, { type: 'ping' }])
    socket.send({ action: 'pong' })
    expect(socket.pending()).toEqual([])
  })

  it('[DL 3] receives a notice five minutes before its 24 hours end, and is closed with 4008 when they do', async () => {
    const { clock, listen } = await setUp()
    const { connect } = await listen()
    const socket = connect(LIGHTNING)
    await socket.opened
    await clock.advance(24 * HOUR_MS - 300_001)
    await clock.advance(1)
    const notice = await socket.nextOf('server_notice')
    expect(notice).toEqual({ type: 'server_notice', message: expect.any(String), remaining_seconds: 300 })
    await clock.advance(300_000)
    expect((await socket.closed).code).toBe(4008)
  })

  it('leaves no timer behind', async () => {
    const { clock, listen } = await setUp()
    const { connect, server } = await listen()
    const socket = await subscribed(connect(LIGHTNING))
    expect(clock.pending).toBeGreaterThan(0)
    await socket.close()
    await server.close()
    expect(clock.pending).toBe(0)
  })

  it('counts invalid messages of the channel, and names the allowed ones', async () => {
    const { listen } = await setUp()
    const { connect, server } = await listen()
    const socket = connect(RAW)
    await socket.opened
    for (const bad of [
      '',
      'no json',
      '[]',
      'null',
      '{"action":"dance"}',
      '{"action":"subscribe"}',
      '{"action":"subscribe","icaos":"ZSPD"}',
      `{"action":"subscribe","icaos":["${'Z'.repeat(5)}"]}`,
      '{"action":"subscribe","icaos":["ZSPD"],"bbox":[0,1,1,0]}',
    ]) {
      socket.send(bad)
      expect(await socket.next()).toEqual({
        type: 'error',
        message: expect.stringMatching(/action|icaos|^bbox must be/),
      })
    }
    await subscribed(socket, { action: 'subscribe', icaos: ['ZSPD'] })
    expect(server.counters().sockets.messagesIgnored).toBe(9)
  })

  it('closes a socket with a message larger than any of the contract', async () => {
    const { listen } = await setUp()
    const { connect } = await listen()
    const socket = connect(RAW, { headers: { authorization: 'Bearer sk-test-key' }, perMessageDeflate: false })
    await socket.opened
    socket.send({ action: 'subscribe', icaos: [], padding: 'x'.repeat(70_000) })
    expect((await socket.closed).code).toBe(1009)
  })

  it('closes a socket with more than a hundred messages in a second, and stops reading it', async () => {
    const { clock, listen } = await setUp()
    const { connect, server } = await listen()
    const socket = connect(RAW)
    await socket.opened
    // With the ping that confirms reception these are a hundred.
    for (let i = 0; i < 99; i++) socket.send({ action: 'pong' })
    await subscribedAfter(clock, socket)
    for (let i = 0; i < 300; i++) socket.send('no json')
    expect(await socket.closed).toEqual({ code: 1008, reason: 'at most 100 messages and 128 KiB per second' })
    expect(server.counters().sockets).toMatchObject({ noisyClosed: 1, messagesIgnored: 99 })
  })

  it('closes the sockets of a client beyond its common limit of bytes, for any number of messages', async () => {
    const { listen } = await setUp()
    const { connect, server } = await listen()
    const sockets = [connect(RAW), connect(RAW)]
    for (const socket of sockets) {
      await socket.opened
      for (let i = 0; i < 20; i++) socket.send({ action: 'subscribe', icaos: ['X'.repeat(60_000)] })
    }
    for (const { closed } of sockets) expect((await closed).code).toBe(1008)
    expect(server.counters().sockets).toMatchObject({ noisyClosed: 2 })
  })

  it('closes new connections with 1013 when all sockets are taken, and accepts the next once one is free', async () => {
    const { listen } = await setUp('relay', { socketsInAll: 3 })
    const { connect, server } = await listen()
    const held = [connect(LIGHTNING), connect(RAW)]
    for (const socket of held) await socket.opened
    expect(server.hasRoom()).toBe(true)
    held.push(connect(LIGHTNING, { headers: { authorization: 'Bearer sk-other-key' } }))
    await held[2]!.opened
    expect(server.hasRoom()).toBe(false)
    const late = connect(LIGHTNING, { headers: { authorization: 'Bearer sk-third-key' } })
    expect((await late.closed).code).toBe(1013)
    expect(server.counters().sockets.full).toBe(1)

    await held[0]!.close()
    await subscribed(connect(LIGHTNING, { headers: { authorization: 'Bearer sk-third-key' } }))
  })

  it('reports the bytes buffered for slow readers', async () => {
    const { source, listen } = await setUp()
    const { connect, server } = await listen()
    const slow = await subscribed(
      connect(LIGHTNING, { headers: { authorization: 'Bearer sk-test-key' }, perMessageDeflate: false }),
    )
    expect(server.unsentBytes()).toEqual({ all: 0, most: 0, held: 0 })
    slow.pause()
    const batch = Array.from({ length: 2_000 }, (_, i) => strikeRecord({ lat: i / 100 }))
    for (let sent = 0; server.unsentBytes().all === 0 && sent < 100; sent++) source.batch(...batch)
    const { all, most } = server.unsentBytes()
    expect(most).toBe(all)
    expect(all).toBeGreaterThan(100_000)
    expect(server.counters().sockets.sent.bytes).toBeGreaterThan(all)
  })

  it('closes a slow reader with 1013, and delays no other', async () => {
    const { source, listen } = await setUp('simulator', { maxBufferedBytes: 1_000_000 })
    const { connect, server } = await listen()
    const slow = await subscribed(
      connect(LIGHTNING, { headers: { authorization: 'Bearer sk-test-key' }, perMessageDeflate: false }),
    )
    const quick = await subscribed(connect(LIGHTNING))
    slow.pause()
    const batch = Array.from({ length: 2_000 }, (_, i) => strikeRecord({ lat: i / 100 }))
    let sent = 0
    for (; server.counters().sockets.slowClosed === 0 && sent < 200; sent++) source.batch(...batch)
    for (let i = 0; i < sent; i++) await quick.nextOf('new_strikes')
    expect(server.counters().sockets.slowClosed).toBe(1)
    expect(server.viewers().lightning).toBe(1)
  })

  it('is closed with 1012 when the server shuts down', async () => {
    const { listen } = await setUp()
    const { connect, server } = await listen()
    const socket = await subscribed(connect(LIGHTNING))
    await server.close()
    expect((await socket.closed).code).toBe(1012)
  })

  it('is closed in slices of fifty: the others get every batch meanwhile', async () => {
    const { listen, clock, source } = await setUp('relay')
    const { connect, server } = await listen()
    const viewer = (i: number) => connect(LIGHTNING, { headers: { authorization: `Bearer sk-viewer-${i}` } })
    const sockets = await Promise.all(Array.from({ length: 120 }, (_, i) => subscribed(viewer(i))))
    let gone = 0
    for (const socket of sockets) void socket.closed.then(() => gone++)

    const closed = server.close()
    await expect.poll(() => gone).toBe(50)
    source.batch(strikeRecord())
    const last = sockets.at(-1)!
    expect((await last.nextOf('new_strikes')).data).toHaveLength(1)
    expect(gone).toBe(50)
    await clock.advance(100)
    await expect.poll(() => gone).toBe(100)
    expect(server.handleUpgrade({ url: LIGHTNING } as never, {} as never, Buffer.alloc(0))).toBe(false)
    await clock.advance(100)
    await closed
    expect((await last.closed).code).toBe(1012)
  })

  it('disconnects all clients within less than a second without data', async () => {
    const { listen, clock } = await setUp('relay')
    const { connect, server } = await listen()
    const viewer = (i: number) => connect(LIGHTNING, { headers: { authorization: `Bearer sk-viewer-${i}` } })
    const sockets = await Promise.all(Array.from({ length: 120 }, (_, i) => subscribed(viewer(i))))
    const codes: number[] = []
    for (const socket of sockets) void socket.closed.then(({ code }) => codes.push(code))
    server.closeAll(1012, 'this replica fell behind')
    await expect.poll(() => codes.length).toBe(50)
    await clock.advance(2 * 35)
    await expect.poll(() => codes.length).toBe(120)
    expect(new Set(codes)).toEqual(new Set([1012]))
  })
})

describe('the lightning socket', () => {
  it('[DL 4.3] send every batch, including empty ones, to subscribers only', async () => {
    const { source, listen } = await setUp()
    const { connect } = await listen()
    const viewer = await subscribed(connect(LIGHTNING))
    const idle = connect(LIGHTNING)
    await idle.opened
    source.batch(strikeRecord())
    source.batch()
    expect(await soFar(viewer)).toEqual([
      { type: 'new_strikes', data: [strikeRecord()] },
      { type: 'new_strikes', data: [] },
    ])
    source.batch(strikeRecord())
    expect(await soFar(viewer)).toEqual([])
    expect(await soFar(idle)).toEqual([])
  })

  it('sends all responses to one message together', async () => {
    const writtenTogether = vi.spyOn(Socket.prototype, '_writev' as 'write')
    const { listen } = await setUp('relay')
    await subscribed((await listen()).connect(LIGHTNING))
    const pieces = writtenTogether.mock.calls.map(([chunks]) =>
      (chunks as unknown as (Buffer | { chunk: string })[]).map((each) => String('chunk' in each ? each.chunk : each)),
    )
    writtenTogether.mockRestore()
    expect(pieces).toContainEqual([expect.stringContaining('"subscribed"'), expect.stringContaining('"source_status"')])
  })

  it('sends no state of its feed on an upstream-like server', async () => {
    const { source, clock, listen } = await setUp()
    source.link = { ...source.link, lightning: { ...LIVE, state: 'down' } }
    const { connect } = await listen()
    const viewer = await subscribed(connect(LIGHTNING))
    source.emitStrikes({ kind: 'link', status: LIVE })
    source.emitStrikes({ kind: 'gap', gap: { feed: 'lightning', from: 'a', to: 'b' } })
    await clock.advance(20_000)
    expect(await soFar(viewer)).toEqual([])
  })

  it('sends on a relay the state of its feed: on subscribing, on every change, and each 5 s while it is down', async () => {
    const { source, clock, listen } = await setUp('relay')
    const { connect } = await listen()
    const viewer = await subscribed(connect(LIGHTNING))
    expect(await viewer.next()).toEqual({ type: 'source_status', live: true, since: LIVE.since })
    await clock.advance(20_000)
    const link = (state: LinkStatus['state'], since: string): LinkStatus => ({ ...LIVE, state, since })
    source.emitStrikes({ kind: 'link', status: link('down', 'T1') })
    source.emitStrikes({ kind: 'link', status: link('connecting', 'T2') })
    await clock.advance(10_000)
    source.emitStrikes({ kind: 'gap', gap: { feed: 'lightning', from: 'T1', to: 'T3' } })
    source.emitStrikes({ kind: 'link', status: link('live', 'T3') })
    await clock.advance(10_000)
    const down = { type: 'source_status', live: false, since: 'T1' }
    expect(await soFar(viewer)).toEqual([
      down,
      down,
      down,
      { type: 'gap', from: 'T1', to: 'T3' },
      { type: 'source_status', live: true, since: 'T3' },
    ])
  })
})
