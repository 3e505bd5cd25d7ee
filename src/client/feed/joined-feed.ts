import type { ClientMessage, ServerMessage } from '../../contract/messages.ts'
import type { ReadRecords } from '../../contract/records.ts'
import { parseInstantMs } from '../../contract/time.ts'
import { type Span, Spans } from '../../core/time/spans.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Parse } from '../http/exchange.ts'
import type { Environment } from '../session/environment.ts'
import type { Feed, FeedEvent, FeedState, FeedStatus } from './feed.ts'
import { createGapFiller, type JoinKind } from './gap-filler.ts'
import type { SocketAddress } from './line-socket.ts'
import { createLiveLine, type LineState } from './live-line.ts'
import type { SocketHandoverLock } from './socket-handover-lock.ts'

/** The longest that live records wait for the join, so that a slow REST side holds up nobody's screen. */
const BUFFER_MS = 1_000

/** A relay repeats every 5 s that its source is down; what still trickles in meanwhile does not make it live. */
const SOURCE_DOWN_HOLDS_MS = 6_000

/** A line that is not back by then may not be for long: REST is polled meanwhile, as while all sockets are taken. */
const POLL_AFTER_MS = 15_000

/** Gaps that are remembered, since a server may tell of one again to who comes back. */
const GAPS_KEPT = 50

/** What both feeds need to be told. */
export interface FeedOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Where the socket opens; asked on each attempt, so that a fresh token is fetched. */
  address(): Promise<SocketAddress>
  /** Forgets the token that `address` used. */
  dropToken?(): void
  /** `JSON.parse`, or `parseJsonExact` for who re-sends what it reads. */
  parse: Parse
  /** Shared by the feeds of one application. */
  spareSlot?: SocketHandoverLock
  /**
   * True for who answers for others: the nearer the moment at which something is lost for good, the closer are the
   * attempts. Thousands of pages must not do that to one server.
   */
  hurries?: boolean
  /** True for a screen that nobody touches: it is well again within ten seconds. */
  unattended?(): boolean
  /** Unix ms until which an earlier line, of before a restart, brought everything: this one goes on from there. */
  coveredMs?: number | null
}

/** How a feed's records are read, told apart, and had from REST. */
export interface FeedKind<R> extends JoinKind<R> {
  subscribe: ClientMessage
  dataType: 'new_strikes' | 'new_metar_arrived'
  silenceMs: number
  toldSilenceMs?: number
  settleMs: number
  quiet: boolean
  read(list: unknown[]): ReadRecords<R>
  /** Asked once for each record that comes; false for one that came before. */
  isNew(record: R): boolean
  /** While there is no line. */
  pollEveryMs: number
}

/**
 * A feed without a seam: live records wait while REST brings what the line missed, both are merged by identity, and
 * what cannot be had any more is told as a gap.
 */
export function createJoinedFeed<R>(options: FeedOptions, kind: FeedKind<R>): Feed<FeedEvent<R>> {
  const { clock, random } = options.environment
  const emitter = new Emitter<FeedEvent<R>>()
  const setAside = { badRecords: 0, unknownMessages: 0, malformedFrames: 0, duplicates: 0 }
  const gapsTold: string[] = []
  const lost: Span[] = [] // since the last answer
  let buffer: R[] | null = null
  let cancelBuffer: (() => void) | null = null
  let cancelPoll: (() => void) | null = null
  let cancelPollStart: (() => void) | null = null
  let sourceLive = true
  let sourceDownMs = 0 // monotonic: when a relay last said so
  let lastDataMs: number | null = null
  let lastError: string | null = null
  let lineError: string | null = null
  let lineState: LineState = 'connecting'
  let state: FeedState = 'connecting'
  let sinceMs = clock.now()
  let told = ''

  const joiner = createGapFiller<R>({
    clock,
    random,
    kind,
    hurries: options.hurries ?? false,
    coveredMs: () => line.coveredMs,
    answered({ records, dropped, reachMs }) {
      setAside.badRecords += dropped
      lastDataMs = clock.now()
      const fresh = onlyNew(records)
      if (fresh.length > 0) emitter.emit({ kind: 'records', records: fresh, from: 'join' })
      const observed = new Spans([{ fromMs: reachMs, toMs: clock.now() }])
      for (const { fromMs, toMs } of lost.splice(0)) observed.remove(fromMs, toMs)
      for (const span of observed.list()) emitter.emit({ kind: 'observed', ...span })
    },
    settled() {
      flush()
      line.settled()
      tell()
    },
    failed(words) {
      lastError = words
      flush()
      tell()
    },
    gap(period) {
      lost.push(period)
      emitGap(period)
    },
  })

  const line = createLiveLine({
    ...options,
    ...kind,
    subscribe: JSON.stringify(kind.subscribe),
    timeLeftMs: joiner.timeLeftMs,
    events: {
      standing(coveredMs) {
        joiner.miss(coveredMs)
        joiner.carried()
        // A spare that stands beside a live line holds nothing up.
        if (line.state !== 'up' && !buffer) {
          buffer = []
          cancelBuffer = clock.after(BUFFER_MS, flush)
        }
        joiner.join()
      },
      hole(coveredMs) {
        joiner.miss(coveredMs)
        joiner.joinSoon()
      },
      message,
      unread(what) {
        if (what === 'unknown') setAside.unknownMessages++
        else setAside.malformedFrames++
      },
      changed: lineChanged,
    },
  })

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
        else emitGap({ fromMs, toMs, byServer: true })
      }
    }
  }

  function emitGap(gap: Span & { byServer?: true }): void {
    const words = `${gap.fromMs}/${gap.toMs}`
    if (gapsTold.includes(words)) return
    gapsTold.push(words)
    if (gapsTold.length > GAPS_KEPT) gapsTold.shift()
    emitter.emit({ kind: 'gap', ...gap })
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

  function lineChanged(): void {
    if (line.lastError !== lineError) {
      lineError = line.lastError
      lastError = lineError
    }
    if (line.state !== 'up' && lineState === 'up') sourceLive = true // whoever said otherwise is gone
    lineState = line.state
    if (line.state === 'up' || line.state === 'closed') stopPolling()
    else if (line.state === 'waiting-for-slot') startPolling()
    else cancelPollStart ??= clock.after(POLL_AFTER_MS, startPolling)
    tell()
  }

  function startPolling(): void {
    if (cancelPoll) return
    cancelPoll = clock.every(kind.pollEveryMs, joiner.poll)
    joiner.poll()
  }

  function stopPolling(): void {
    cancelPoll?.()
    cancelPollStart?.()
    cancelPoll = null
    cancelPollStart = null
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
    start: line.start,
    subscribe: (listener) => emitter.subscribe(listener),
    status,
    close() {
      joiner.close()
      cancelBuffer?.()
      buffer = null
      line.close()
    },
  }
}
