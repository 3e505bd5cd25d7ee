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

/** Messages that can't be read are made up for by REST, this often at most. */
const SPACING_MS = 15_000
/** Telling so many apart, storing them and sending them on takes some milliseconds. */
const RECORDS_PER_TURN = 200

type Position = string | null | undefined

/** What a join brought, and since when (Unix ms) it holds everything, but for what the server itself does not know. */
export interface JoinAnswer<R> extends ReadRecords<R> {
  reachMs: number
  notObserved?: readonly Span[]
  /** When records struck that could not be read; null where nothing says when. */
  lost?: readonly (Span | null)[]
  /** Up to where whoever answered had the log that several processes share. */
  position?: Position
}

/** How a feed's missing records are had from REST. */
export interface JoinKind<R> {
  /** How far back the first join asks. */
  firstJoinMs: number
  /** How long after its moment a record may come, but for a few. */
  lateMs(): number
  /** After a break of this length something is lost. */
  reachMs: number
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<R>>
  /** The part of `period` that an answer reaching back to `reachMs` has not brought; null where it is whole. */
  lost(period: Span, reachMs: number): Span | null
  /** True for a period that no answer can bring any more. */
  hopeless(period: Span, nowMs: number): boolean
}

export interface GapFillerOptions<R> {
  clock: Clock
  random: Random
  kind: JoinKind<R>
  /** See `FeedOptions`. */
  hurries: boolean
  /** See `FeedOptions`. */
  nextTurn?: () => Promise<unknown>
  /** Unix ms until which the line brought everything. */
  coveredMs(): number | null
  /** What came up to that place of a log is not sent by the line, and has to be in an answer. */
  duePosition(): Position
  /** Part of a long answer, of which the rest comes. */
  brought(records: R[]): void
  /** `missing` is what was missed since the question: it need not be in the answer. */
  answered(answer: JoinAnswer<R>, missing: readonly Span[]): void
  /** Nothing is missing any more. */
  filled(): void
  failed(words: string): void
  /** Of what came since `fromMs` of a line that stands something is missing. */
  missing(fromMs: number): void
  gap(period: Span): void
}

export interface GapFiller {
  /** A subscription stands, and what came since `coveredMs` is missing: asks for it. */
  joinLine(coveredMs: number | null): void
  /** A subscription stands, and what came since `coveredMs` is missing, but follows by the line. */
  lineGoesOn(coveredMs: number | null): void
  /** It is here, and so is all that came before. */
  lineBrought(): void
  /** Whether nothing is missing, and nothing is asked for. */
  isWhole(): boolean
  /** A message could not be read: asks for what came since `coveredMs`, but not again and again. */
  fillHole(coveredMs: number | null): void
  /** There is no line: asks for what came since there was one, or since the last poll. */
  poll(): void
  /** How long everything that is missing can still be had; `Infinity` for who does not hurry. */
  timeLeftMs(): number
  close(): void
}

/**
 * Keeps what is missing, and asks REST until it is had or is lost for good. `join-machine.ts` says what follows what; here
 * is how it is done.
 */
export function createGapFiller<R>(options: GapFillerOptions<R>): GapFiller {
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
  let [failures, spacedMs] = [0, Number.NEGATIVE_INFINITY] // in a row; monotonic: when the last spaced question was asked
  let cancelWait: (() => void) | undefined

  function timeLeftMs(): number {
    const sinceMs = options.hurries ? missing.promisedSinceMs(question.asked) : null
    // What came before the line broke need not come again.
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
    options.failed(`join: ${error instanceof ContractError ? error.message : 'the response could not be read'}`)
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
    joinLine(coveredMs) {
      missing.missSince(coveredMs)
      missing.endPolls()
      join()
    },
    lineGoesOn(coveredMs) {
      missing.missSince(coveredMs)
      missing.endPolls()
    },
    lineBrought: () => void missing.take(),
    isWhole: () => missing.list().length === 0 && question.asked.length === 0,
    fillHole(coveredMs) {
      if (coveredMs !== null) options.missing(coveredMs - kind.lateMs())
      missing.missSince(coveredMs)
      machine.send('join-soon')
    },
    poll() {
      missing.missUntilPoll()
      join()
    },
    timeLeftMs,
    close: () => machine.send('close'),
  }
}

/** An answer by who had not heard yet of what had been sent to others by our line before we came brings not all of it. */
function fetchCaughtUp<R>(options: GapFillerOptions<R>): JoinKind<R>['fetchSince'] {
  const fetchSince = fetchInTurns(options)
  return async (sinceMs, signal) => {
    const answer = await fetchSince(sinceMs, signal)
    signal.throwIfAborted()
    if (!isBefore(answer.position, options.duePosition())) return answer
    options.brought(answer.records)
    throw new ContractError(
      'unavailable',
      'the responding replica is behind: it lacks messages that this line has received',
    )
  }
}

/** All but the last part of a long answer is told as it is read; who gives the question up asks for it all again. */
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
