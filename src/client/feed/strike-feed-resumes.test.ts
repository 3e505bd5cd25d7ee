import { describe, expect, it } from 'vitest'
import { strikeRecordSchema } from '../../contract/lightning.ts'
import { push, START_MS, setUpStrikeFeed } from '../../testing/strike-feed-kit.ts'

const SECOND = 1_000
const MINUTE = 60_000

describe('a feed that resumes after an earlier one', () => {
  it('requests only the time between, and repeats nothing', async () => {
    const known = strikeRecordSchema.parse({ time: BigInt(START_MS - 30 * SECOND) * 1_000_000n, lat: 30, lon: 120 })
    const { clock, server, feed, ids, gaps } = setUpStrikeFeed({ coveredMs: START_MS - 20 * SECOND, known: [known] })
    server.arrived.push({ record: known, atMs: START_MS - 25 * SECOND })
    const missed = server.strike()
    feed.start()
    await clock.advance(3 * SECOND)
    expect(server.asked).toEqual([2])
    expect(ids()).toEqual([missed])
    expect(gaps()).toEqual([])
    expect(feed.status().reconnects).toBe(0)
  })

  it('reports unavailable time as a gap', async () => {
    const { clock, feed, gaps } = setUpStrikeFeed({ coveredMs: START_MS - 20 * MINUTE })
    feed.start()
    await clock.advance(3 * SECOND)
    const [[fromMs, toMs]] = gaps() as [[number, number]]
    expect(gaps()).toHaveLength(1)
    expect(fromMs).toBe(-20 * MINUTE - 15 * SECOND)
    expect(Math.abs(toMs + 5 * MINUTE)).toBeLessThan(SECOND)
  })
})

describe('the observed time of a feed', () => {
  it('is reported with each response, without lost periods', async () => {
    const { clock, server, feed, events } = setUpStrikeFeed()
    const observed = () =>
      events.flatMap((event) =>
        event.kind === 'observed' ? [[event.fromMs, event.toMs].map((ms) => Math.round((ms - START_MS) / SECOND))] : [],
      )
    feed.start()
    await clock.advance(3 * SECOND)
    expect(observed()).toEqual([
      [-299, 0],
      [0, 1],
      [1, 2],
    ])
    server.up = false
    server.drop()
    await clock.advance(60 * SECOND)
    server.up = true
    await clock.advance(3 * SECOND)
    expect(
      Math.min(
        ...observed()
          .slice(3)
          .map(([from]) => from!),
      ),
    ).toBeLessThan(3)
    const before = observed().length
    server.up = false
    server.drop()
    await clock.advance(10 * MINUTE)
    server.up = true
    await clock.advance(30 * SECOND)
    expect(
      Math.min(
        ...observed()
          .slice(before)
          .map(([from]) => from!),
      ),
    ).toBeGreaterThan(300)
  })

  it('includes a filled gap once a later response contains it', async () => {
    const { clock, server, events, live } = setUpStrikeFeed({ restLatencyMs: 3_000 })
    const told = (wanted: 'observed' | 'missing') =>
      events.flatMap((event) =>
        event.kind === wanted ? [[event.fromMs, event.toMs].map((ms) => Math.round((ms - START_MS) / SECOND))] : [],
      )
    await live()
    push(server, '{"type":"new_strikes","data":[')
    await clock.advance(SECOND) // REST request
    push(server, '{"type":"new_strikes","data":[')
    const holes = told('missing')
    expect(holes).toEqual([
      [4 - 15, 5], // a strike may be 15 s late
      [5 - 15, 6],
    ])
    await clock.advance(4 * SECOND)
    expect(told('observed').filter(([fromMs, toMs]) => fromMs! < 6 && toMs! > 5)).toEqual([])
    await clock.advance(20 * SECOND)
    expect(told('observed').some(([fromMs, toMs]) => fromMs! < 4 - 15 && toMs! > 6)).toBe(true)
  })
})

describe('a long response, from a server with other clients', () => {
  const STRIKES = 900

  function setUpTurns() {
    const waiting: (() => void)[] = []
    const kit = setUpStrikeFeed({ nextTurn: () => new Promise<void>((resolve) => waiting.push(resolve)) })
    for (let n = 0; n < STRIKES; n++) kit.server.strike()
    const turn = async () => {
      for (const resolve of waiting.splice(0)) resolve()
      await kit.clock.advance(0)
    }
    /** Strikes before the line, which it cannot deliver. */
    const isPastObserved = () => kit.events.some((event) => event.kind === 'observed' && event.fromMs < START_MS)
    return { ...kit, turn, isPastObserved, waiting }
  }

  it('is reported after some hundred records at a time, and as observed after the last', async () => {
    const { clock, feed, events, turn, isPastObserved, ids } = setUpTurns()
    feed.start()
    await clock.advance(500)
    const told: number[] = []
    for (let turns = 0; turns < 5; turns++) {
      told.push(ids('join').length)
      expect(isPastObserved()).toBe(told.at(-1) === STRIKES)
      await turn()
    }
    expect(told).toEqual([200, 400, 600, 800, 900])
    expect(Math.max(...events.map((event) => (event.kind === 'records' ? event.records.length : 0)))).toBe(200)
  })

  it('that was aborted is requested again as a whole, and reported once', async () => {
    const { clock, server, feed, turn, waiting, isPastObserved, ids, gaps } = setUpTurns()
    feed.start()
    await clock.advance(500)
    await turn()
    expect(ids('join')).toHaveLength(400)
    await clock.advance(6_000)
    server.drop()
    await clock.advance(5_000)
    expect(server.asked).toHaveLength(2)
    expect(isPastObserved()).toBe(false)
    await turn()
    expect(waiting).toHaveLength(1) // the aborted one does not continue
    for (let turns = 0; turns < 5; turns++) await turn()
    expect(ids().toSorted()).toEqual(server.identities.toSorted())
    expect(isPastObserved()).toBe(true)
    expect(gaps()).toEqual([])
  })
})
