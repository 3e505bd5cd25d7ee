import type { ClientMessage, ServerMessage } from '../../contract/messages.ts'
import { Emitter } from '../../core/util/emitter.ts'
import type { Parse } from '../http/exchange.ts'
import type { Environment } from '../session/environment.ts'
import type { Feed, FeedEvent, FeedState, FeedStatus } from './feed.ts'
import { createGapFiller, type JoinKind } from './join/gap-filler.ts'
import { createLogPlace } from './join/log-place.ts'
import { createRestPolling } from './join/rest-polling.ts'
import type { FrameReader, SocketAddress } from './line/line-socket.ts'
import { createLiveLine, type LineOptions } from './line/live-line.ts'
import type { SocketHandoverLock } from './line/socket-handover-lock.ts'
import { createRecordIntake, type RecordKind } from './record-intake.ts'
import { createSourceState } from './source-state.ts'
import { createStatusTeller } from './status-teller.ts'

/** What both feeds need to be told. */
export interface FeedOptions {
  environment: Pick<Environment, 'clock' | 'random' | 'openSocket' | 'onWake'>
  /** Where the socket opens; asked on each attempt, so that a fresh token is fetched. With `withinMs` it is given up after so long. */
  address(withinMs?: number): Promise<SocketAddress>
  /** Forgets the token that `address` used. */
  dropToken?(): void
  /** `JSON.parse`, or `parseJsonExact` for who re-sends what it reads. */
  parse: Parse
  /** For who answers for others meanwhile: reads long messages bit by bit. */
  readerOf?(read: (text: string) => void): FrameReader
  /** For the same: rests between the parts of a long answer. */
  nextTurn?(): Promise<unknown>
  /** Shared by the feeds of one application. */
  handoverLock?: SocketHandoverLock
  /**
   * True for who answers for others: the nearer the moment at which something is lost for good, the closer are the
   * attempts. Thousands of pages must not do that to one server.
   */
  hurries?: boolean
  /** True for a screen that nobody touches: it is well again within ten seconds. */
  unattended?(): boolean
  /** Unix ms until which an earlier line, of before a restart, brought everything: this one goes on from there. */
  coveredMs?: number | null
  /** True where that line stood until a moment ago and REST may not be asked yet: what comes first waits for nothing. */
  goesOnAtOnce?: boolean
  /** Hears what was wrong with records and messages that could not be read, which are counted in `setAside`. */
  onSetAside?(complaint: string): void
}

/** How a feed's records are read, told apart, and had from REST. */
export interface FeedKind<R>
  extends JoinKind<R>,
    RecordKind<R>,
    Pick<LineOptions, 'silenceMs' | 'silenceWithStatusMs' | 'confirmWithinMs' | 'dataIsRare' | 'pauseMaxMs'> {
  subscribe: ClientMessage
  dataType: 'new_strikes' | 'new_metar_arrived'
  /** How often REST is asked while there is no line. */
  pollEveryMs: number
}

/**
 * A feed without a seam: live records wait while REST brings what the line missed, both are merged by identity, and
 * what cannot be had any more is told as a gap.
 */
export function createJoinedFeed<R>(options: FeedOptions, kind: FeedKind<R>): Feed<FeedEvent<R>> {
  const { clock, random } = options.environment
  const emitter = new Emitter<FeedEvent<R>>()
  const emit = (event: FeedEvent<R>) => emitter.emit(event)
  const source = createSourceState(clock)
  const status = createStatusTeller({
    clock,
    state,
    line: () => line,
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
    ...{ brought: records.brought, missing: records.observed.missing, gap: records.lost },
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
        // A successor that is subscribed beside a live socket holds nothing up.
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
        source.told(message.live)
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

/** Counts a message that could not be read, and says so. */
function setAside(
  what: 'unknown' | 'malformed',
  counts: Pick<FeedStatus['setAside'], 'unknownMessages' | 'malformedFrames'>,
  say: FeedOptions['onSetAside'],
): void {
  counts[what === 'unknown' ? 'unknownMessages' : 'malformedFrames']++
  say?.(`received a message ${what === 'unknown' ? 'of an unknown type' : 'that is not readable'}`)
}
