import { describe, expect, it } from 'vitest'
import type { FeedState } from '../../client/feed/feed.ts'
import { createFakeServerAccess } from '../../testing/fakes/fake-server-access.ts'
import { type LineKind, LineWatch } from './line-watch.ts'

/** A feed that has been live for a while, checked once a second. */
function setUp({ dataIsRare = false } = {}) {
  const { clock, status, access } = createFakeServerAccess()
  const line = new LineWatch(access.strikes, clock, { dataIsRare })
  clock.every(1_000, line.look)
  return {
    clock,
    status,
    line,
    kind: () => line.state().kind,
    hears() {
      status.lastDataMs = clock.now()
      line.look()
    },
    /** Sets the state of the feed. */
    comesTo(state: FeedState) {
      Object.assign(status, { state, sinceMs: clock.now() })
      line.look()
    },
  }
}

describe('a line', () => {
  it('is live while batches arrive, and silent ten seconds after the last, dated from it', async () => {
    const { clock, line, status, hears } = setUp()
    expect(line.state()).toMatchObject({ kind: 'live', isFresh: true })
    await clock.advance(9_000)
    expect(line.state().isFresh).toBe(true)
    await clock.advance(3_000)
    expect(line.state()).toEqual({ kind: 'silent', isFresh: false, sinceMs: status.lastDataMs })
    hears()
    expect(line.state()).toMatchObject({ kind: 'live', isFresh: true })
  })

  it.each<[FeedState, LineKind]>([
    ['down', 'down'],
    ['connecting', 'down'],
    ['source-down', 'source-down'],
  ])(
    'that is %s is live for a moment more, which heals many, and then %s since the last batch',
    async (state, kind) => {
      const { clock, line, status, comesTo } = setUp()
      comesTo(state)
      await clock.advance(3_000)
      expect(line.state()).toMatchObject({ kind: 'live', isFresh: true })
      await clock.advance(2_000)
      expect(line.state()).toEqual({ kind, isFresh: false, sinceMs: status.lastDataMs })
    },
  )

  it('with a silent source is silent since the time that the server says, also for a page opened later', () => {
    const { clock, line, status } = setUp()
    const silentMs = clock.now() - 420_000
    status.lastDataMs = clock.now() - 5_000
    Object.assign(status, { state: 'source-down', sinceMs: silentMs })
    line.look()
    expect(line.state()).toEqual({ kind: 'source-down', isFresh: false, sinceMs: silentMs })
  })

  it('stays down through every attempt to get it back', async () => {
    const { clock, line, comesTo, hears } = setUp()
    comesTo('down')
    await clock.advance(5_000)
    const away = line.state()
    for (const state of ['connecting', 'down', 'connecting'] as const) {
      comesTo(state)
      hears() // by REST
      await clock.advance(2_000)
      expect(line.state()).toBe(away)
    }
    comesTo('live')
    expect(line.state()).toMatchObject({ kind: 'live', isFresh: true })
  })

  it('that waits for a slot is fresh for as long as requests take its place', async () => {
    const { clock, line, comesTo, hears } = setUp()
    comesTo('waiting-for-slot')
    await clock.advance(30_000)
    expect(line.state()).toMatchObject({ kind: 'waiting-for-slot', isFresh: true })
    hears()
    await clock.advance(41_000)
    expect(line.state()).toMatchObject({ kind: 'waiting-for-slot', isFresh: false })
  })

  it('connects until the first data, and is down after a failure', async () => {
    const { clock, status, access } = createFakeServerAccess()
    Object.assign(status, { state: 'connecting', lastDataMs: null })
    const line = new LineWatch(access.strikes, clock)
    await clock.advance(60_000)
    line.look()
    expect(line.state()).toMatchObject({ kind: 'connecting', isFresh: false })
    status.state = 'down'
    line.look()
    expect(line.state()).toMatchObject({ kind: 'down', isFresh: false })
  })

  it('of rare data is live without messages, with delayed detection of interruptions', async () => {
    const { clock, kind, comesTo } = setUp({ dataIsRare: true })
    await clock.advance(3_600_000)
    expect(kind()).toBe('live')
    comesTo('down')
    await clock.advance(3_000)
    expect(kind()).toBe('live')
    await clock.advance(2_000)
    expect(kind()).toBe('down')
  })

  it('is another object only on a change, and then notifies', async () => {
    const { clock, line, comesTo, hears } = setUp()
    const before = line.state()
    let told = 0
    line.subscribe(() => told++)
    for (let second = 0; second < 20; second++) {
      await clock.advance(1_000)
      hears()
    }
    expect([line.state(), told]).toEqual([before, 0])
    comesTo('closed')
    expect(told).toBe(1)
  })
})

describe('a picture of a line', () => {
  it('is drawn by known data, and nothing is called live while it looks stale', async () => {
    const { clock, line, kind, hears } = setUp()
    line.drawn(true)
    await clock.advance(12_000)
    expect([line.isFresh(), kind()]).toEqual([false, 'silent'])
    line.drawn(false)
    hears()
    expect([line.isFresh(), kind()]).toEqual([true, 'silent'])
    line.drawn(true)
    expect(kind()).toBe('live')
  })

  it('is redrawn while the labels wait for it', async () => {
    const { clock, line, hears } = setUp()
    await clock.advance(12_000)
    line.drawn(false)
    let told = 0
    line.subscribe(() => told++)
    hears()
    expect(told).toBe(1)
  })

  it('that is invisible delays no labels', async () => {
    const { clock, line, kind, hears } = setUp()
    await clock.advance(12_000)
    line.drawn(false)
    hears()
    line.drawn(null)
    expect(kind()).toBe('live')
  })

  it('that is not drawn yet delays no bad news', async () => {
    const { clock, line, kind } = setUp()
    line.drawn(true)
    await clock.advance(12_000)
    expect(kind()).toBe('silent')
  })
})
