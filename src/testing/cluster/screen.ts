import { connect, type Socket } from 'node:net'
import { createStrikeFeed } from '../../client/feed/strike-feed.ts'
import { createStrikeHistory } from '../../client/history/strike-history.ts'
import { createContractApi } from '../../client/http/api.ts'
import { createContractHttp } from '../../client/http/contract-http.ts'
import { createServerClock } from '../../client/session/server-clock.ts'
import { createPageTokens } from '../../client/session/token-source.ts'
import { parseJsonExact } from '../../contract/json-exact.ts'
import { LIGHTNING_PATHS, type StrikeRecord } from '../../contract/lightning.ts'
import { formatUtc } from '../../contract/time.ts'
import { systemClock } from '../../core/time/clock.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import { createNodeEnvironment } from '../../server/node-environment.ts'

/** The upstream tells a strike again when it knows more of its quality; where and when it struck does not change. */
const TOLD_ONCE = ['time', 'lat', 'lon', 'alt', 'pol', 'mds', 'mcg'] as const

export function digitsOf(record: StrikeRecord): string {
  return TOLD_ONCE.map((name) => record[name]).join(' ')
}

/** Promises of conditions that are checked with each event. */
export function createLooks() {
  const looks = new Set<() => void>()
  return {
    /** Checks all conditions. */
    look: () => looks.forEach((each) => void each()),
    /** Resolves once `test` returns true. */
    until: (test: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!test()) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
  }
}

export type RecordIds = ReturnType<typeof createRecordIds>

/** A number for each strike, by its digits: a changed digit gives another number. */
export function createRecordIds() {
  const ids = new Map<string, number>()
  const texts: string[] = []
  return {
    idOf(digits: string): number {
      const known = ids.get(digits)
      if (known !== undefined) return known
      ids.set(digits, texts.length)
      return texts.push(digits) - 1
    },
    digits: (id: number) => texts[id]!,
  }
}

/** How it was for one who looked, since that was last asked. */
export interface Seen {
  /** The longest time without a batch, milliseconds. */
  pauseMs: number
  /** When that ended, Unix ms. */
  pauseEndMs: number
  /** All the time in which the screen said that it is not live, milliseconds. */
  notLiveMs: number
  /** How often its socket was another one. */
  reconnects: number
}

export type Screen = ReturnType<typeof openScreen>

/** Opens a screen at `port` of the loopback: the page's client, and how often each strike came. `cookie`: of a sign-in. */
export function openScreen({ port, ids, cookie }: { port: number; ids: RecordIds; cookie?: string }) {
  const clock = createServerClock(systemClock)
  const sockets = new Set<Socket>()
  const outside = createNodeEnvironment({
    createConnection(to) {
      const { port, host } = to as { port: number; host: string }
      const socket = connect({ port, host })
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
  })
  const fetch: typeof outside.fetch = (url, init) =>
    outside.fetch(url, cookie === undefined ? init : { ...init, headers: { ...init.headers, cookie } })
  const environment = { ...outside, fetch, clock }
  const baseUrl = `http://127.0.0.1:${port}`
  const tokens = createPageTokens({ environment, baseUrl, onServerDate: clock.observe })
  const http = createContractHttp({
    environment,
    bases: { standard: baseUrl, special: baseUrl },
    gate: null,
    parse: parseJsonExact,
    credential: async (product) => (await tokens.get(product)).value,
    dropCredential: tokens.drop,
    onServerDate: clock.observe,
  })
  const feed = createStrikeFeed({
    environment,
    api: createContractApi(http, { clock }),
    parse: parseJsonExact,
    address: (withinMs) => tokens.socketAddress('lightning', LIGHTNING_PATHS.socket, withinMs),
    dropToken: () => tokens.drop('lightning'),
    history: createStrikeHistory({
      environment,
      baseUrl,
      credential: async () => (await tokens.get('lightning')).value,
      dropCredential: (refused) => tokens.drop('lightning', refused),
    }),
    historyIsLive: true,
  })
  const counts = new Map<number, number>()
  const lost = new Spans([])
  const { until, look } = createLooks()
  /** Its number of sockets is that of the beginning. */
  let seen = { pauseMs: 0, pauseEndMs: 0, notLiveMs: 0, reconnects: 0 }
  let batchMs = systemClock.monotonicMs()
  let countedMs = batchMs
  let wasLive = false
  let story: string[] = []

  /** Counts the time since the last event. */
  function pass(): void {
    const nowMs = systemClock.monotonicMs()
    if (nowMs - batchMs > seen.pauseMs) {
      seen.pauseMs = nowMs - batchMs
      seen.pauseEndMs = systemClock.now()
    }
    if (!wasLive) seen.notLiveMs += nowMs - countedMs
    wasLive = feed.status().state === 'live'
    countedMs = nowMs
  }

  feed.subscribe((event) => {
    pass()
    if (event.kind === 'records') {
      for (const record of event.records) {
        const id = ids.idOf(digitsOf(record))
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
      batchMs = countedMs
    } else if (event.kind === 'gap') lost.add(event.fromMs, event.toMs)
    else if (event.kind === 'observed') lost.remove(event.fromMs, event.toMs)
    else if (event.kind === 'status') {
      const { state, sockets, lastError } = event.status
      const words = `${state}, ${sockets} sockets, ${lastError}`
      if (!story.at(-1)?.endsWith(words)) story.push(`${formatUtc(systemClock.now())} ${words}`)
    }
    look()
  })
  feed.start()

  return {
    /** How often a strike came, by its id. */
    count: (id: number) => counts.get(id) ?? 0,
    ids: () => [...counts.keys()],
    isLive: () => feed.status().state === 'live',
    /** Its local port of the socket that it reads from: the oldest open one, since a newer one may be closed again. */
    socketPort: () => [...sockets][0]?.localPort ?? null,
    /** Resolves once `test` returns true; checked with each message. */
    until,
    seen(): Seen {
      pass()
      const { reconnects } = feed.status()
      const told = { ...seen, reconnects: reconnects - seen.reconnects }
      seen = { pauseMs: 0, pauseEndMs: 0, notLiveMs: 0, reconnects }
      batchMs = countedMs
      return told
    },
    /** How its line was from when to when, in words, since that was last asked. */
    story() {
      const told = story
      story = []
      return told
    },
    /** Periods reported as lost, and not as observed since, Unix ms. */
    gaps: (): readonly Span[] => lost.list(),
    close: feed.close,
  }
}
