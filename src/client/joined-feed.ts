import type { ClientMessage, ServerMessage } from '../contract/messages.ts'
import type { ReadRecords } from '../contract/records.ts'
import { parseInstantMs } from '../contract/time.ts'
import { backoffMs } from '../core/backoff.ts'
import { Emitter } from '../core/emitter.ts'
import { ContractError } from './contract-api.ts'
import type { Environment } from './environment.ts'
import type { Parse } from './exchange.ts'
import type { Feed, FeedEvent, FeedState, FeedStatus } from './feed.ts'
import type { SocketAddress } from './line-socket.ts'
import { createLiveLine, type LineState } from './live-line.ts'

/** The longest that live records wait for the join, so that a slow REST side holds up nobody's screen. */
const BUFFER_MS = 5_000

/** A relay repeats every 5 s that its source is down; what still trickles in meanwhile does not make it live. */
const SOURCE_DOWN_HOLDS_MS = 6_000

/** What both feeds need to be told. */
export interface FeedOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Where the socket opens; asked on each attempt, so that a fresh token is fetched. */
  address(): Promise<SocketAddress>
  /** Forgets the token that `address` used. */
  dropToken?(): void
  /** `JSON.parse`, or `parseJsonExact` for who re-sends what it reads. */
  parse: Parse
}

/** A time, Unix ms, of which records may be missing. */
interface Period {
  fromMs: number
  toMs: number
}

/** What a join brought, and since when (Unix ms) it holds everything. */
export interface JoinAnswer<R> extends ReadRecords<R> {
  reachMs: number
}

/** How a feed's records are read, told apart, and had from REST. */
export interface FeedKind<R> {
  subscribe: ClientMessage
  dataType: 'new_strikes' | 'new_metar_arrived'
  silenceMs: number
  settleMs: number
  quiet: boolean
  read(list: unknown[]): ReadRecords<R>
  /** Asked once for each record that comes; false for one that came before. */
  isNew(record: R): boolean
  /** How far back the first join asks. */
  firstJoinMs: number
  /** While all sockets are taken. */
  pollEveryMs: number
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<R>>
  /** The part of `period` that an answer reaching back to `reachMs` has not brought; null where it is whole. */
  lost(period: Period, reachMs: number): Period | null
  /** True for a period that no answer can bring any more. */
  hopeless(period: Period, nowMs: number): boolean
}

interface Missing extends Period {
  /** False for the time before the first subscription, which nobody promised. */
  promised: boolean
}

/**
 * A feed without a seam: live records wait while REST brings what the line missed, both are merged by identity, and
 * what cannot be had any more is told as a gap.
 */
export function createJoinedFeed<R>(options: FeedOptions, kind: FeedKind<R>): Feed<FeedEvent<R>> {
  const { clock, random } = options.environment
  const emitter = new Emitter<FeedEvent<R>>()
  const setAside = { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 }
  let missing: Missing[] = []
  let polledMs: number | null = null // what came before it was had from polls, or is in `missing`
  let joining: AbortController | null = null
  let joinAttempt = 0
  let cancelRejoin: (() => void) | null = null
  let buffer: R[] | null = null
  let cancelBuffer: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let sourceLive = true
  let sourceDownMs = 0 // monotonic: when a relay last said so
  let lastDataMs: number | null = null
  let lastError: string | null = null
  let lineError: string | null = null
  let lineState: LineState = 'connecting'
  let state: FeedState = 'connecting'
  let sinceMs = clock.now()
  let told = ''

  const line = createLiveLine({
    ...options,
    ...kind,
    subscribe: JSON.stringify(kind.subscribe),
    events: {
      standing(coveredMs) {
        miss(coveredMs)
        polledMs = null // the line carries it from here
        // A spare that stands beside a live line holds nothing up.
        if (line.state !== 'up' && !buffer) {
          buffer = []
          cancelBuffer = clock.after(BUFFER_MS, flush)
        }
        join()
      },
      message,
      unread(what) {
        if (what === 'unknown') setAside.unknownMessages++
        else setAside.malformedFrames++
      },
      changed: lineChanged,
    },
  })

  /** Notes that what came since `coveredMs` is missing. */
  function miss(coveredMs: number | null): void {
    const toMs = clock.now()
    const promised = coveredMs !== null || polledMs !== null
    const sinceMs = Math.max(coveredMs ?? Number.NEGATIVE_INFINITY, polledMs ?? Number.NEGATIVE_INFINITY)
    missing.push({ fromMs: promised ? sinceMs : toMs - kind.firstJoinMs, toMs, promised })
  }

  function message(message: ServerMessage): void {
    switch (message.type) {
      case 'new_strikes':
      case 'new_metar_arrived':
        if (message.type === kind.dataType) live(message.data)
        else setAside.unknownMessages++
        return
      case 'source_status':
        sourceLive = message.live
        sourceDownMs = clock.monotonicMs()
        tell()
        return
      case 'gap': {
        const fromMs = parseInstantMs(message.from)
        const toMs = parseInstantMs(message.to)
        if (fromMs === null || toMs === null || toMs < fromMs) setAside.malformedFrames++
        else emitter.emit({ kind: 'gap', fromMs, toMs })
      }
    }
  }

  function live(list: unknown[]): void {
    const { records, dropped } = kind.read(list)
    setAside.badRecords += dropped
    if (clock.monotonicMs() - sourceDownMs > SOURCE_DOWN_HOLDS_MS) sourceLive = true
    lastDataMs = clock.now()
    const fresh = onlyNew(records)
    if (buffer) buffer.push(...fresh)
    else emitter.emit({ kind: 'records', records: fresh, from: 'live' })
    tell()
  }

  function onlyNew(records: R[]): R[] {
    const fresh = records.filter((record) => kind.isNew(record))
    setAside.duplicates += records.length - fresh.length
    return fresh
  }

  /** Lets out what waited for the join. */
  function flush(): void {
    cancelBuffer?.()
    cancelBuffer = null
    if (!buffer) return
    const records = buffer
    buffer = null
    if (records.length > 0) emitter.emit({ kind: 'records', records, from: 'live' })
    tell()
  }

  /** Asks REST for everything that is missing; an earlier question is dropped, for its answer would end too early. */
  function join(): void {
    joining?.abort()
    cancelRejoin?.()
    cancelRejoin = null
    const mine = new AbortController()
    joining = mine
    void ask(mine)
  }

  async function ask(mine: AbortController): Promise<void> {
    const nowMs = clock.now()
    const lost = missing.filter((period) => kind.hopeless(period, nowMs))
    missing = missing.filter((period) => !lost.includes(period))
    for (const period of lost) tellGap(period, period)
    if (missing.length === 0) {
      joining = null
      return flush()
    }
    let answer: JoinAnswer<R>
    try {
      answer = await kind.fetchSince(Math.min(...missing.map(({ fromMs }) => fromMs)), mine.signal)
    } catch (error) {
      if (joining !== mine) return
      joining = null
      lastError = `join: ${error instanceof ContractError ? error.message : 'the answer could not be read'}`
      cancelRejoin = clock.after(backoffMs(joinAttempt++, random), join)
      flush()
      return tell()
    }
    if (joining !== mine) return
    joining = null
    joinAttempt = 0
    setAside.badRecords += answer.dropped
    lastDataMs = clock.now()
    const read = missing
    missing = []
    for (const period of read) tellGap(period, kind.lost(period, answer.reachMs))
    const records = onlyNew(answer.records)
    if (records.length > 0) emitter.emit({ kind: 'records', records, from: 'join' })
    flush()
    line.settled()
    tell()
  }

  function tellGap({ promised }: Missing, lost: Period | null): void {
    if (promised && lost) emitter.emit({ kind: 'gap', fromMs: lost.fromMs, toMs: lost.toMs })
  }

  function lineChanged(): void {
    if (line.lastError !== lineError) {
      lineError = line.lastError
      lastError = lineError
    }
    if (line.state !== 'up' && lineState === 'up') sourceLive = true // whoever said otherwise is gone
    lineState = line.state
    if (line.state === 'waiting-for-slot') startPolling()
    else stopPolling()
    tell()
  }

  function startPolling(): void {
    if (cancelPoll) return
    cancelPoll = clock.every(kind.pollEveryMs, poll)
    poll()
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPoll = null
  }

  /** As after a break, but with no subscription behind it: the next poll carries on where this one ends. */
  function poll(): void {
    miss(line.coveredMs)
    polledMs = clock.now()
    join()
  }

  function stateNow(): FeedState {
    if (line.state !== 'up') return line.state
    if (buffer) return 'connecting'
    return sourceLive ? 'live' : 'source-down'
  }

  function status(): FeedStatus {
    return {
      state,
      sinceMs,
      lastDataMs,
      reconnects: line.reconnects,
      lastError,
      sockets: line.sockets,
      setAside: { ...setAside },
    }
  }

  /** Tells the status where something in it changed that is not merely counted up. */
  function tell(): void {
    const next = stateNow()
    if (next !== state) {
      state = next
      sinceMs = clock.now()
    }
    const now = status()
    const words = JSON.stringify([now.state, now.reconnects, now.lastError, now.sockets])
    if (words === told) return
    told = words
    emitter.emit({ kind: 'status', status: now })
  }

  return {
    start: () => line.start(),
    subscribe: (listener) => emitter.subscribe(listener),
    status,
    close() {
      joining?.abort()
      joining = null
      cancelRejoin?.()
      cancelBuffer?.()
      buffer = null
      line.close()
    },
  }
}
