import { describe, expect, it } from 'vitest'
import { createFakeServerAccess, strikeRecord } from '../../../../testing/fakes/fake-server-access.ts'
import { LiveStrikeStore } from '../../../live/strikes/live-strike-store.ts'
import { lightningFacts } from './lightning-facts.ts'

const MIN = 60_000

function setUp() {
  const server = createFakeServerAccess()
  const { access } = server
  const strikes = new LiveStrikeStore(access)
  access.strikes.subscribe((event) => strikes.take(event))
  const facts = (windowMinutes: number, view: Parameters<typeof lightningFacts>[1] = null) =>
    lightningFacts({ ...access, live: { strikes } }, view, windowMinutes)
  return { ...server, strikes, facts }
}

describe('the facts of the strikes', () => {
  it('are their number, and the number in view', () => {
    const { clock, bringStrikes, facts } = setUp()
    bringStrikes([strikeRecord(clock.now() - 4 * MIN, 30, 110)], 'join')
    bringStrikes([strikeRecord(clock.now() - 3_000, 31, 121)])
    expect(facts(30)).toMatchObject({ count: 2, delayMs: expect.closeTo(3_000, 0), inView: null })
    expect(facts(30, { west: 120, south: 30, east: 122, north: 32 })).toMatchObject({ count: 2, inView: 1 })
  })

  it('state that the five minutes of the join were observed, and later data', async () => {
    const { clock, status, bringStrikes, facts } = setUp()
    bringStrikes([strikeRecord(clock.now() - MIN, 30, 110)], 'join')
    bringStrikes([])
    expect(facts(30).observedMs).toBeCloseTo(5 * MIN, -1)
    await clock.advance(7 * MIN)
    status.lastDataMs = clock.now()
    expect(facts(30).observedMs).toBeCloseTo(12 * MIN, -1)
    expect(facts(10).observedMs).toBeCloseTo(10 * MIN, -1)
  })

  it('include the observed time of the history, for the whole shown window', () => {
    const { clock, bringStrikes, strikeEvents, reachedBack, facts } = setUp()
    const now = clock.now()
    bringStrikes([strikeRecord(now - MIN, 30, 110)], 'join')
    facts(30)
    expect(reachedBack).toEqual([30 * MIN])
    bringStrikes([strikeRecord(now - 25 * MIN, 30, 110)])
    strikeEvents.emit({ kind: 'observed', fromMs: now - 30 * MIN, toMs: now - 20 * MIN })
    expect(facts(30)).toMatchObject({ count: 2, observedMs: expect.closeTo(15 * MIN, -1) })
    strikeEvents.emit({ kind: 'observed', fromMs: now - 20 * MIN, toMs: now - 5 * MIN })
    expect(facts(30).observedMs).toBeCloseTo(30 * MIN, -1)
  })

  it('is that strikes of the window are on their way', () => {
    const { access, clock, bringStrikes, facts } = setUp()
    bringStrikes([], 'join')
    access.strikes.pending = () => [{ fromMs: clock.now() - 40 * MIN, toMs: clock.now() - 20 * MIN }]
    expect([facts(30).isLoading, facts(10).isLoading]).toEqual([true, false])
  })

  it('is that a gap was not watched, nor the time since the line fell silent', async () => {
    const { clock, status, strikes, bringStrikes, strikeEvents, facts } = setUp()
    bringStrikes([strikeRecord(clock.now(), 30, 110)], 'join')
    await clock.advance(20 * MIN)
    strikeEvents.emit({ kind: 'gap', fromMs: clock.now() - 12 * MIN, toMs: clock.now() - 10 * MIN })
    status.lastDataMs = clock.now() - 3 * MIN
    strikes.line.look()
    expect(strikes.line.state()).toMatchObject({ kind: 'silent', isFresh: false })
    expect(facts(15).observedMs).toBeCloseTo(10 * MIN, -1)
    bringStrikes([]) // the line is back and the join filled the three minutes
    expect(facts(15).observedMs).toBeCloseTo(13 * MIN, -1)
  })

  it('is no longer the delay of a minute ago', async () => {
    const { clock, bringStrikes, facts } = setUp()
    bringStrikes([strikeRecord(clock.now() - 8_000, 30, 110)])
    bringStrikes([strikeRecord(clock.now() - 4_000, 30, 111), strikeRecord(clock.now() - 5_000, 30, 112)])
    expect(facts(30).delayMs).toBeCloseTo(5_000, -1)
    await clock.advance(61_000)
    expect(facts(30).delayMs).toBeNull()
  })
})
