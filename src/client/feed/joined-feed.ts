import type { ClientMessage, ServerMessage } from '../../contract/messages.ts'
import type { Clock } from '../../core/time/clock.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Parse } from '../http/exchange.ts'
import type { Environment } from '../session/environment.ts'
import type { Feed, FeedEvent, FeedState, FeedStatus } from './feed.ts'
import { createGapFiller, type JoinKind } from './join/gap-filler.ts'
import { createLogPlace } from './join/log-place.ts'
import type { LineHealth } from './line/line-machine.ts'
import type { FrameReader, SocketAddress } from './line/line-socket.ts'
import { createLiveLine, type LineOptions } from './line/live-line.ts'
import type { SocketHandoverLock } from './line/socket-handover-lock.ts'
import { createRecordIntake, type RecordKind } from './record-intake.ts'
import { createSourceState } from './source-state.ts'
import { createStatusReporter } from './status-reporter.ts'

/** Outages longer than this may last. */
const POLL_AFTER_MS = 15_000

export interface FeedOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Address of the socket; called on each attempt for a fresh token. With `withinMs` as timeout. */
  address(withinMs?: number): Promise<SocketAddress>
  /** Drops the token that `address` used. */
  dropToken?(): void
  /** `JSON.parse`, or `parseJsonExact` if records are forwarded. */
  parse: Parse
  /** For servers: reads long messages in slices. */
  readerOf?(read: (text: string) => void): FrameReader
  /** For servers: yields between the parts of a long response. */
  nextTurn?(): Promise<unknown>
  /** Shared by the feeds of one application. */
  handoverLock?: SocketHandoverLock
  /**
   * For servers: attempts become more frequent as data approaches its loss. Thousands of pages must not do that to one
   * server.
   */
  hurries?: boolean
  /** True for an unattended screen: it must recover within ten seconds. */
  unattended?(): boolean
  /** Unix ms up to which an earlier line, before a restart, was complete: this one resumes there. */
  coveredMs?: number | null
  /** True if that line was live until now and REST is not available yet: first records are not held. */
  goesOnAtOnce?: boolean
  /** Receives problems of unreadable records and messages, which are counted in `setAside`. */
  onSetAside?(complaint: string): void
}

/** How a feed parses, identifies and backfills records. */
export interface FeedKind<R>
  extends JoinKind<R>,
    RecordKind<R>,
    Pick<LineOptions, 'silenceMs' | 'silenceWithStatusMs' | 'confirmWithinMs' | 'dataIsRare' | 'pauseMaxMs'> {
  subscribe: ClientMessage
  dataType: 'new_strikes' | 'new_metar_arrived'
  /** Poll interval without a line. */
  pollEveryMs: number
}

/**
 * A seamless feed: live records wait for the backfill of missing ones, both are merged by identity, and unreachable
 * periods are reported as gaps.
 */
export function createJoinedFeed<R>(options: FeedOptions, kind: FeedKind<R>): Feed<FeedEvent<R>> {
  const { clock, random } = options.environment
  const emitter = new Emitter<FeedEvent<R>>()
  const emit = (event: FeedEvent<R>) => emitter.emit(event)
  const source = createSourceState(clock)
  const status = createStatusReporter({
    clock,
    state,
    line: () => line,
    downSinceMs: source.sinceMs,
    tell: (now) => emit({ kind: 'status', status: now }),
  })
  const hole = () => gapFiller.fillHole(line.coveredMs)
  const records = createRecordIntake({ ...options, clock, kind, status, emit, hole })
  const place = createLogPlace({ isWhole: () => gapFiller.isWhole(), arrived: () => gapFiller.lineBrought() })
  const gapFiller = createGapFiller<R>({
    clock,
    random,
    kind,
    hurries: options.hurries ?? false,
    ...(options.nextTurn && { nextTurn: options.nextTurn }),
    coveredMs: () => source.hadMs(line.coveredMs),
    duePosition: place.due,
    answered: (answer, missing) => records.joined(answer, missing, line.health),
    filled() {
      records.held.release()
      line.gapsFilled()
      status.update()
    },
    failed(words) {
      status.failed(words)
      records.held.release()
      status.update()
    },
    brought: records.brought,
    missing: records.observed.missing,
    gap: records.lost,
  })
  const polling = createRestPolling({ clock, everyMs: kind.pollEveryMs, poll: gapFiller.poll })
  const line = createLiveLine({
    ...options,
    ...kind,
    subscribe: () => JSON.stringify({ ...kind.subscribe, ...place.asked() }),
    timeLeftMs: gapFiller.timeLeftMs,
    events: {
      subscribed(coveredMs, goesOn) {
        if (place.subscribed(goesOn)) return gapFiller.lineGoesOn(source.hadMs(coveredMs))
        records.observed.subscribed()
        // A successor subscribed beside a live socket needs no hold.
        if (line.health !== 'up') records.held.hold()
        gapFiller.joinLine(source.hadMs(coveredMs))
      },
      hole: gapFiller.fillHole,
      covered() {
        if (state() !== 'live' || place.isGoingOn) return
        source.isBack()
        records.observed.brought(line.coveredMs)
      },
      message: read,
      unread: (what) => setAside(what, status.setAside, options.onSetAside),
      changed() {
        source.lineIs(line.health, records.observed.untilMs)
        polling.lineChanged(line.health)
        status.update()
      },
    },
  })

  function read(message: ServerMessage): void {
    place.heard(message)
    switch (message.type) {
      case 'new_strikes':
      case 'new_metar_arrived':
        if (message.type !== kind.dataType) return void status.setAside.unknownMessages++
        source.heard()
        records.live(message.data)
        return
      case 'source_status':
        source.told(message.live, message.since)
        status.update()
        return
      case 'gap':
        records.lostByServer(message)
    }
  }

  function state(): FeedState {
    if (line.health !== 'up') return line.health
    if (records.held.isHolding) return 'connecting'
    return source.isLive ? 'live' : 'source-down'
  }

  return {
    start: line.start,
    subscribe: (listener) => emitter.subscribe(listener),
    status: status.status,
    close() {
      gapFiller.close()
      records.held.close()
      line.close()
    },
  }
}

/** Counts and reports an unreadable message. */
function setAside(
  what: 'unknown' | 'malformed',
  counts: Pick<FeedStatus['setAside'], 'unknownMessages' | 'malformedFrames'>,
  say: FeedOptions['onSetAside'],
): void {
  counts[what === 'unknown' ? 'unknownMessages' : 'malformedFrames']++
  say?.(`received a message ${what === 'unknown' ? 'of an unknown type' : 'that is not readable'}`)
}

/**
 * Polls REST without a line: at once if the connection limit is reached, else after the line has been down for a while.
 */
function createRestPolling(deps: { clock: Clock; everyMs: number; poll(): void }): {
  lineChanged(health: LineHealth): void
} {
  const { clock, everyMs, poll } = deps
  let stopPolls: (() => void) | null = null
  let cancelStart: (() => void) | null = null

  function start(): void {
    if (stopPolls) return
    stopPolls = clock.every(everyMs, poll)
    poll()
  }

  function stop(): void {
    stopPolls?.()
    cancelStart?.()
    stopPolls = null
    cancelStart = null
  }

  return {
    lineChanged(health) {
      if (health === 'up' || health === 'closed') stop()
      else if (health === 'waiting-for-slot') start()
      else cancelStart ??= clock.after(POLL_AFTER_MS, start)
    },
  }
}
