import { vi } from 'vitest'
import type { FeedEvent, FeedState } from '../client/feed/feed.ts'
import { createStrikeFeed, type StrikeFeedOptions } from '../client/feed/strike-feed.ts'
import { parseJsonExact } from '../contract/json-exact.ts'
import { type StrikeRecord, strikeIdentity } from '../contract/lightning.ts'
import { createFakeClock, FAKE_START_MS } from './fakes/fake-clock.ts'
import { FakeStrikeServer } from './fakes/fake-strike-server.ts'

/** Start of the fake clock; gaps are in ms after it. */
export const START_MS = FAKE_START_MS

interface StrikeFeedKitOptions
  extends Pick<
    StrikeFeedOptions,
    | 'hurries'
    | 'goesOnAtOnce'
    | 'unattended'
    | 'readerOf'
    | 'nextTurn'
    | 'handoverLock'
    | 'coveredMs'
    | 'known'
    | 'box'
    | 'history'
    | 'onSetAside'
  > {
  random?: () => number
  /** One way, for REST. */
  restLatencyMs?: number
}

/** A strike feed on a fake line; its back-off is half a second each time. */
export function setUpStrikeFeed({ random = () => 0, restLatencyMs, ...options }: StrikeFeedKitOptions = {}) {
  const clock = createFakeClock()
  const server = new FakeStrikeServer({ clock, ...(restLatencyMs && { restLatencyMs }) })
  const dropToken = vi.fn()
  let tokens = 0
  const address = vi.fn(async (_withinMs?: number) => ({
    url: `wss://line.test/strikes?token=ft-${++tokens}`,
    headers: {},
  }))
  const wakers: (() => void)[] = []
  const feed = createStrikeFeed({
    ...options,
    environment: {
      clock,
      random,
      openSocket: server.openSocket,
      onWake(listener) {
        wakers.push(listener)
        return () => {}
      },
    },
    api: server.api,
    address,
    dropToken,
    parse: parseJsonExact,
  })
  const events: FeedEvent<StrikeRecord>[] = []
  feed.subscribe((event) => events.push(event))
  const states = () => {
    const seen: FeedState[] = []
    for (const event of events) {
      if (event.kind === 'status' && event.status.state !== seen.at(-1)) seen.push(event.status.state)
    }
    return seen
  }
  return {
    clock,
    server,
    feed,
    events,
    address,
    dropToken,
    states,
    wake: () => wakers.forEach((listener) => void listener()),
    ids: (from?: 'live' | 'join') =>
      events.flatMap((event) =>
        event.kind === 'records' && (!from || event.from === from) ? event.records.map(strikeIdentity) : [],
      ),
    gaps: () =>
      events.flatMap((event) => (event.kind === 'gap' ? [[event.fromMs, event.toMs].map((ms) => ms - START_MS)] : [])),
    async live() {
      feed.start()
      await clock.advance(5_000)
      if (feed.status().state !== 'live') throw new Error(`The feed is ${feed.status().state}.`)
      events.length = 0
      server.asked.length = 0
    },
  }
}

/** The server sends `message` on its only socket. */
export function push(server: FakeStrikeServer, message: object | string): void {
  server.sockets.held[0]!.push(message)
}
