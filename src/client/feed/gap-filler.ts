import type { ReadRecords } from '../../contract/records.ts'
import { BACKOFF_MIN_MS, backoffMs } from '../../core/time/backoff.ts'
import type { Clock } from '../../core/time/clock.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'
import type { Random } from '../../core/util/random.ts'
import { ContractError } from '../http/contract-api.ts'

/** Frames that can't be read are made up for by REST, this often at most. */
const HOLE_EVERY_MS = 15_000
/** A question that has been under way for longer may be lost with the line that broke meanwhile. */
const DOUBT_MS = 5_000
/** A question is given up after this long, or sooner where little time is left. */
const ANSWER_MS = MINUTE_MS
const ANSWER_MIN_MS = 2_000

/** A time, Unix ms, of which records may be missing. */
export interface Period {
  fromMs: number
  toMs: number
}

interface Missing extends Period {
  /** False for the time before the first subscription, which nobody promised. */
  promised: boolean
}

/** What a join brought, and since when (Unix ms) it holds everything. */
export interface JoinAnswer<R> extends ReadRecords<R> {
  reachMs: number
}

/** How a feed's missing records are had from REST. */
export interface JoinKind<R> {
  /** How far back the first join asks. */
  firstJoinMs: number
  /** After a break of this length something is lost. */
  reachMs: number
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<JoinAnswer<R>>
  /** The part of `period` that an answer reaching back to `reachMs` has not brought; null where it is whole. */
  lost(period: Period, reachMs: number): Period | null
  /** True for a period that no answer can bring any more. */
  hopeless(period: Period, nowMs: number): boolean
}

export interface GapFillerOptions<R> {
  clock: Clock
  random: Random
  kind: JoinKind<R>
  /** See `FeedOptions`. */
  hurries: boolean
  /** Unix ms until which the line brought everything. */
  coveredMs(): number | null
  answered(answer: JoinAnswer<R>): void
  /** Nothing is missing any more. */
  settled(): void
  failed(words: string): void
  gap(period: Period): void
}

export interface GapFiller {
  /** Notes that what came since `coveredMs` is missing. */
  miss(coveredMs: number | null): void
  /** Asks for everything that is missing. */
  join(): void
  /** The same, but not again and again. */
  joinSoon(): void
  /** As after a break, but with no subscription behind it: the next poll carries on where this one ends. */
  poll(): void
  /** A subscription stands: what comes from now on is for the line to bring. */
  carried(): void
  /** How long everything that is missing can still be had; `Infinity` for who does not hurry. */
  timeLeftMs(): number
  close(): void
}

/** Keeps what is missing, and asks REST until it is had or is lost for good. One question at a time. */
export function createGapFiller<R>(options: GapFillerOptions<R>): GapFiller {
  const { clock, random, kind } = options
  let missing: Missing[] = []
  let polledMs: number | null = null // what came before it was had from polls, or is in `missing`
  let question: { asked: Missing[]; controller: AbortController; sinceMs: number } | null = null
  let askAgain = false
  let mayDoubt = true // every other question comes to its end, however slow REST is
  let attempt = 0
  let holeMs = Number.NEGATIVE_INFINITY // monotonic
  let cancelNext: (() => void) | null = null

  function hadUntilMs(coveredMs: number | null): number {
    return Math.max(coveredMs ?? Number.NEGATIVE_INFINITY, polledMs ?? Number.NEGATIVE_INFINITY)
  }

  function miss(coveredMs: number | null): void {
    const toMs = clock.now()
    const hadMs = hadUntilMs(coveredMs)
    const promised = Number.isFinite(hadMs)
    missing = joined([...missing, { fromMs: promised ? hadMs : toMs - kind.firstJoinMs, toMs, promised }])
  }

  function missUntilNow(): void {
    miss(options.coveredMs())
    polledMs = clock.now()
  }

  function timeLeftMs(): number {
    if (!options.hurries) return Number.POSITIVE_INFINITY
    const promised = [...(question?.asked ?? []), ...missing].filter((period) => period.promised)
    const fromMs = Math.min(...promised.map((period) => period.fromMs), hadUntilMs(options.coveredMs()))
    return Number.isFinite(fromMs) ? fromMs + kind.reachMs - clock.now() : Number.POSITIVE_INFINITY
  }

  function join(): void {
    if (question) {
      askAgain = true
      if (!mayDoubt || clock.monotonicMs() - question.sinceMs < DOUBT_MS) return
      mayDoubt = false
      missing = joined([...question.asked, ...missing])
      question.controller.abort()
    }
    cancelNext?.()
    cancelNext = null
    askAgain = false
    if (polledMs !== null) missUntilNow() // no line brings what came since the last attempt
    tellHopeless()
    if (missing.length === 0) {
      question = null
      options.settled()
      return
    }
    question = { asked: missing, controller: new AbortController(), sinceMs: clock.monotonicMs() }
    missing = [] // what is missed from now on is for the next question
    void ask(question)
  }

  function tellHopeless(): void {
    const nowMs = clock.now()
    const lost = missing.filter((period) => kind.hopeless(period, nowMs))
    missing = missing.filter((period) => !lost.includes(period))
    for (const period of lost) tellGap(period, period)
  }

  async function ask(mine: NonNullable<typeof question>): Promise<void> {
    const { asked, controller } = mine
    const cancel = clock.after(Math.min(ANSWER_MS, Math.max(ANSWER_MIN_MS, halfOfTimeLeftMs())), () =>
      controller.abort(new ContractError('timeout', 'no answer in time')),
    )
    try {
      const answer = await kind.fetchSince(Math.min(...asked.map(({ fromMs }) => fromMs)), controller.signal)
      if (question === mine) take(answer, asked)
    } catch (error) {
      if (question === mine) fail(error, asked)
    } finally {
      cancel()
    }
  }

  function take(answer: JoinAnswer<R>, asked: Missing[]): void {
    question = null
    attempt = 0
    mayDoubt = true
    for (const period of asked) tellGap(period, kind.lost(period, answer.reachMs))
    options.answered(answer)
    if (missing.length === 0) options.settled()
    else if (askAgain) join()
    else joinSoon()
  }

  function fail(error: unknown, asked: Missing[]): void {
    question = null
    mayDoubt = true
    missing = joined([...asked, ...missing])
    options.failed(`join: ${error instanceof ContractError ? error.message : 'the answer could not be read'}`)
    const waitMs = Math.min(backoffMs(attempt++, random), Math.max(BACKOFF_MIN_MS, halfOfTimeLeftMs()))
    if (askAgain) join()
    else cancelNext = clock.after(waitMs, join)
  }

  function joinSoon(): void {
    if (question || cancelNext) return // and what is missing is looked at again after that
    cancelNext = clock.after(Math.max(0, holeMs + HOLE_EVERY_MS - clock.monotonicMs()), () => {
      holeMs = clock.monotonicMs()
      join()
    })
  }

  function halfOfTimeLeftMs(): number {
    const leftMs = timeLeftMs()
    return leftMs > 0 ? leftMs / 2 : Number.POSITIVE_INFINITY
  }

  function tellGap({ promised }: Missing, lost: Period | null): void {
    if (promised && lost) options.gap(lost)
  }

  return {
    miss,
    join,
    joinSoon,
    poll() {
      missUntilNow()
      join()
    },
    carried() {
      polledMs = null
    },
    timeLeftMs,
    close() {
      question?.controller.abort()
      question = null
      cancelNext?.()
    },
  }
}

/** Periods that follow each other without a break are one: it is told as one when it is lost. */
function joined(periods: Missing[]): Missing[] {
  const result: Missing[] = []
  for (const period of periods.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last && last.promised === period.promised && period.fromMs <= last.toMs) {
      last.toMs = Math.max(last.toMs, period.toMs)
    } else {
      result.push({ ...period })
    }
  }
  return result
}
