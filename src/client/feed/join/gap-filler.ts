import { isBefore } from '../../../contract/messages.ts'
import type { ReadRecords } from '../../../contract/records.ts'
import { BACKOFF_MIN_MS, backoffMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Random } from '../../../core/util/random.ts'
import { createMachine } from '../../../core/util/state-machine.ts'
import { ContractError } from '../../http/contract-api.ts'
import { JOIN_TRANSITIONS, type JoinEffect } from './join-machine.ts'
import { createJoinQuestion } from './join-question.ts'
import { createMissingPeriods, type MissingPeriod } from './missing-periods.ts'

/** Minimum interval of backfills for unreadable messages. */
const SPACING_MS = 15_000
/** De-duplicating, storing and forwarding this many takes some milliseconds. */
const RECORDS_PER_TURN = 200

type Position = string | null | undefined

/** Result of a backfill, complete since a time (Unix ms) except for gaps of the server. */
export interface JoinAnswer<R> extends ReadRecords<R> {
  reachMs: number
  notObserved?: readonly Span[]
  /** Times of unreadable records; null if unknown. */
  lost?: readonly (Span | null)[]
  /** Number of announced records that it lacks. */
  absent?: number
  /** Position of the responding replica in the shared log. */
  position?: Position
}

/** How a feed backfills from REST. */
export interface JoinKind<R> {
  /** Period of the first backfill. */
  firstJoinMs: number
  /** Maximum delay of a record, except for a few. */
  lateMs(): number
  /** A longer break loses data. */
  reachMs: number
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<R>>
  /** The part of `period` not covered by a response that reaches back to `reachMs`; null if it is complete. */
  lost(period: Span, reachMs: number): Span | null
  /** True for a period beyond the reach of any response. */
  hopeless(period: Span, nowMs: number): boolean
}

export interface GapFillerOptions<R> {
  clock: Clock
  random: Random
  kind: JoinKind<R>
  hurries: boolean
  /** See `FeedOptions`. */
  nextTurn?: () => Promise<unknown>
  /** Unix ms up to which the line is complete. */
  coveredMs(): number | null
  /** Position up to which the line sends nothing, so that a response must contain it. */
  duePosition(): Position
  /** A part of a response; more follows. */
  brought(records: R[], complaint?: string): void
  /** `missing` was missed after the request began, so that the response need not contain it. */
  answered(answer: JoinAnswer<R>, missing: readonly Span[]): void
  /** No data is missing any longer. */
  filled(): void
  failed(words: string): void
  /** Part of a live line since `fromMs` is missing. */
  missing(fromMs: number): void
  gap(period: Span): void
}

/**
 * Tracks missing periods and requests them from REST until they are complete or lost. State transitions are in
 * `join-machine.ts`, actions are here.
 */
export function createGapFiller<R>(options: GapFillerOptions<R>) {
  const { clock, random, kind } = options
  const missing = createMissingPeriods({ ...kind, clock, coveredMs: options.coveredMs })
  const machine = createMachine(JOIN_TRANSITIONS, 'idle', (effect) => effects[effect]())
  const question = createJoinQuestion({
    clock,
    fetchSince: fetchCaughtUp(options),
    halfOfTimeLeftMs,
    answered,
    failed,
  })
  let failures = 0 // consecutive
  let spacedMs = Number.NEGATIVE_INFINITY // monotonic time of the last spaced request
  let cancelWait: (() => void) | undefined

  /** Remaining time until missing data is lost; `Infinity` if the feed does not hurry. */
  function timeLeftMs(): number {
    const sinceMs = options.hurries ? missing.promisedSinceMs(question.asked) : null
    // Data from before the break need not be repeated.
    return sinceMs === null ? Number.POSITIVE_INFINITY : sinceMs + kind.lateMs() + kind.reachMs - clock.now()
  }

  function halfOfTimeLeftMs(): number {
    const leftMs = timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  function join(): void {
    machine.send(question.isInDoubt() ? 'join-in-doubt' : 'join')
  }

  function answered(answer: JoinAnswer<R>, asked: readonly MissingPeriod[]): void {
    failures = 0
    for (const period of asked) tellGap(period, kind.lost(period, answer.reachMs))
    options.answered(answer, missing.list())
    machine.send(missing.list().length === 0 ? 'answered' : 'answered-in-part')
  }

  function failed(error: unknown, asked: readonly MissingPeriod[]): void {
    failures++
    missing.putBack(asked)
    options.failed(`join: ${error instanceof ContractError ? error.message : 'the response is unreadable'}`)
    machine.send('failed')
  }

  function tellGap({ promised }: MissingPeriod, lost: Span | null): void {
    if (promised && lost) options.gap(lost)
  }

  const effects: Readonly<Record<JoinEffect, () => void>> = {
    'review-missing'() {
      missing.missSincePoll()
      for (const period of missing.takeHopeless()) tellGap(period, period)
    },
    ask() {
      if (missing.list().length === 0) machine.send('nothing-missing')
      else question.ask(missing.take())
    },
    'take-back': () => missing.putBack(question.takeBack()),
    'space-out'() {
      cancelWait = clock.after(Math.max(0, spacedMs + SPACING_MS - clock.monotonicMs()), () => {
        spacedMs = clock.monotonicMs()
        machine.send('due')
      })
    },
    'back-off'() {
      const waitMs = Math.min(backoffMs(failures - 1, random), Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs()))
      cancelWait = clock.after(waitMs, () => machine.send('due'))
    },
    'cancel-wait': () => cancelWait?.(),
    'tell-filled': options.filled,
    'give-up'() {
      question.takeBack()
      cancelWait?.()
    },
  }

  return {
    /** A subscription is confirmed: requests data since `coveredMs`. */
    joinLine(coveredMs: number | null): void {
      missing.missSince(coveredMs)
      missing.endPolls()
      join()
    },
    /** A subscription is confirmed, and the line itself sends data since `coveredMs`. */
    lineGoesOn(coveredMs: number | null): void {
      missing.missSince(coveredMs)
      missing.endPolls()
    },
    /** The line has sent all of it. */
    lineBrought: (): void => void missing.take(),
    /** Whether no data is missing or requested. */
    isWhole: (): boolean => missing.list().length === 0 && question.asked.length === 0,
    /** After an unreadable message: requests data since `coveredMs`, rate limited. */
    fillHole(coveredMs: number | null): void {
      if (coveredMs !== null) options.missing(coveredMs - kind.lateMs())
      missing.missSince(coveredMs)
      machine.send('join-soon')
    },
    /** Without a line: requests data since it broke, or since the last poll. */
    poll(): void {
      missing.missUntilPoll()
      join()
    },
    timeLeftMs,
    close: () => machine.send('close'),
  }
}

/**
 * Rejects responses that lack announced records, and those from a replica behind our position: they lack data that our
 * line will not repeat. The records that they have are passed on.
 */
function fetchCaughtUp<R>(options: GapFillerOptions<R>): JoinKind<R>['fetchSince'] {
  const fetchSince = fetchInTurns(options)
  return async (sinceMs, signal) => {
    const answer = await fetchSince(sinceMs, signal)
    signal.throwIfAborted()
    const { records, absent } = answer
    if (!absent && !isBefore(answer.position, options.duePosition())) return answer
    const why = absent ? `${absent} records are missing` : 'the replica is behind'
    options.brought(records, absent ? why : undefined)
    throw new ContractError('unavailable', why)
  }
}

/** Emits a long response in parts as it is parsed; if it is aborted, all of it is requested again. */
function fetchInTurns<R>({ kind, nextTurn, brought }: GapFillerOptions<R>): JoinKind<R>['fetchSince'] {
  if (!nextTurn) return kind.fetchSince
  return async (sinceMs, signal) => {
    const answer = await kind.fetchSince(sinceMs, signal)
    const { records } = answer
    let from = 0
    for (; records.length - from > RECORDS_PER_TURN; from += RECORDS_PER_TURN) {
      brought(records.slice(from, from + RECORDS_PER_TURN))
      await nextTurn()
      signal.throwIfAborted()
    }
    return { ...answer, records: records.slice(from) }
  }
}
