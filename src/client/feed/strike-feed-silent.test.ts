import { describe, expect, it } from 'vitest'
import { push, setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'
import { ContractError } from '../http/contract-api.ts'

describe('a half-open line', () => {
  it('is dropped after 10 s of silence, without loss', async () => {
    const { clock, server, feed, ids, live } = setUpStrikeFeed()
    await live()
    server.stall()
    server.strike()
    await clock.advance(9_000)
    expect([server.sockets.all.length, feed.status().state]).toEqual([1, 'live'])
    await clock.advance(5_000)
    expect([server.sockets.all.length, server.sockets.held.length, feed.status().state]).toEqual([2, 1, 'live'])
    expect(feed.status().lastError).toMatch(/^silent for 1[01] s$/)
    expect(ids()).toEqual(server.identities)
  })

  it('counts any message, not only batches', async () => {
    const { clock, server, feed, live } = setUpStrikeFeed()
    await live()
    server.stall()
    for (let i = 0; i < 2; i++) {
      await clock.advance(4_000)
      push(server, { type: 'ping' })
      push(server, { type: 'news' })
      push(server, 'gibberish')
    }
    expect(server.sockets.all).toHaveLength(1)
    await clock.advance(5_000)
    expect(server.sockets.all).toHaveLength(2)
    expect(feed.status().setAside).toMatchObject({ malformedFrames: 2, unknownMessages: 2 })
  })

  it('is none while a relay reports its source as silent', async () => {
    const { clock, server, feed, live } = setUpStrikeFeed()
    await live()
    server.stall()
    for (let i = 0; i < 10; i++) {
      await clock.advance(5_000)
      push(server, { type: 'source_status', live: false, since: '2026-07-01T08:00:00Z' })
    }
    expect(server.sockets.all).toHaveLength(1)
    expect(feed.status().state).toBe('source-down')
  })

  it('is not observed while a relay lists the time as not observed, because its source is silent', async () => {
    const { clock, server, feed, events } = setUpStrikeFeed()
    const silentMs = clock.now() - 40_000
    server.notObserved = [{ fromMs: silentMs, toMs: clock.now() + 60_000 }]
    feed.start()
    await clock.advance(61)
    server.stall()
    push(server, { type: 'source_status', live: false, since: '2026-07-01T07:59:20Z' })
    await clock.advance(4_000)
    expect(feed.status().state).toBe('source-down')
    const observed = events.flatMap((event) => (event.kind === 'observed' ? [event.toMs] : []))
    expect(observed.length).toBeGreaterThan(0)
    expect(Math.max(...observed)).toBeLessThanOrEqual(silentMs)
  })

  it('that never opened is dropped after 15 s', async () => {
    const { clock, server, feed } = setUpStrikeFeed()
    server.silent = true
    feed.start()
    await clock.advance(15_000)
    expect(server.sockets.all).toHaveLength(1)
    await clock.advance(2_000)
    expect(server.sockets.all).toHaveLength(2)
    expect(feed.status()).toMatchObject({ state: 'down', lastError: 'the socket did not open within the timeout' })
  })

  it('is found on the first tick after the machine slept', async () => {
    const { clock, server, live, ids } = setUpStrikeFeed()
    await live()
    server.stall()
    // Timers were paused for an hour; the wall clock was not.
    clock.step(3_600_000)
    await clock.advance(2_000)
    expect(server.sockets.all.length).toBe(2)
    const strike = server.strike()
    await clock.advance(3_000)
    expect(ids()).toEqual([strike])
  })

  it.each([
    ['before', () => {}],
    ['after', (wake: () => void) => wake()],
  ])(
    'is not complete up to the present because of messages from before a sleep, %s that is noticed',
    async (_when, notice) => {
      const { clock, server, live, wake, ids } = setUpStrikeFeed()
      await live()
      server.stall()
      clock.step(60_000)
      const lost = server.strike()
      clock.step(180_000)
      notice(wake)
      push(server, { type: 'new_strikes', data: [] })
      server.drop()
      await clock.advance(20_000)
      expect(ids()).toContain(lost)
    },
  )

  it('is replaced when the environment reports that the machine woke', async () => {
    const { clock, server, live, wake, feed } = setUpStrikeFeed()
    await live()
    server.stall()
    wake()
    await clock.advance(2_000)
    expect([server.sockets.all.length, server.sockets.held.length]).toEqual([2, 1])
    expect(feed.status().state).toBe('live')
  })

  it('waiting for its next attempt retries at once on waking', async () => {
    const { clock, server, live, wake } = setUpStrikeFeed()
    await live()
    server.drop()
    expect(server.sockets.all).toHaveLength(1)
    wake()
    await clock.advance(0)
    expect(server.sockets.all).toHaveLength(2)
  })
})

describe('an unavailable token', () => {
  it('is requested again with back-off, and the error contains no secrets', async () => {
    const { clock, feed, address } = setUpStrikeFeed()
    address.mockRejectedValueOnce(new ContractError('unavailable', 'POST /api/token/lightning: answered 502'))
    address.mockRejectedValueOnce(new Error('sk-leak'))
    feed.start()
    await clock.advance(0)
    expect(feed.status()).toMatchObject({
      state: 'down',
      lastError: 'no token: POST /api/token/lightning: answered 502',
      sockets: 0,
    })
    await clock.advance(500)
    expect(feed.status().lastError).toBe('no token: it could not be fetched')
    await clock.advance(5_000)
    expect(feed.status().state).toBe('live')
  })

  it('does not escape as an error where the address is no address', async () => {
    const { clock, server, feed, address } = setUpStrikeFeed()
    address.mockImplementationOnce(() => {
      throw new Error('synchronously')
    })
    feed.start()
    await clock.advance(3_000)
    expect([feed.status().state, server.sockets.all.length]).toEqual(['live', 1])
  })
})
