import type { Clock } from '../../../core/time/clock.ts'
import type { Span } from '../../../core/time/spans.ts'

/** A time, Unix ms, of which records may be missing. */
export interface MissingPeriod extends Span {
  /** False for the time before the first subscription, which nobody promised: losing it is no gap. */
  promised: boolean
}

/** What is missing and has not been asked for. */
export interface MissingPeriods {
  list(): readonly MissingPeriod[]
  /** Notes that what came since `coveredMs`, or since the last poll, is missing; null before the first subscription. */
  missSince(coveredMs: number | null): void
  /** The same for a poll: no line brings what comes, so the next one carries on where this one ends. */
  missUntilPoll(): void
  /** Notes what came since the last poll, where there is no line. */
  missSincePoll(): void
  /** A subscription stands: what comes from now on is for the line to bring, and not for the next poll. */
  endPolls(): void
  /** Everything that is missing; it is to be asked for now. */
  take(): MissingPeriod[]
  putBack(periods: readonly MissingPeriod[]): void
  /** Takes out the periods that no answer can bring any more. */
  takeHopeless(): MissingPeriod[]
  /** Since when something promised is missing, Unix ms, in `asked` or here; else until when all is had. */
  promisedSinceMs(asked: readonly MissingPeriod[]): number | null
}

export function createMissingPeriods(deps: {
  clock: Clock
  /** How far back is asked before the first subscription. */
  firstJoinMs: number
  /** True for a period that no answer can bring any more. */
  hopeless(period: Span, nowMs: number): boolean
  /** Unix ms until which the line brought everything. */
  coveredMs(): number | null
  /** A record may come this long after its moment: of this time before the line broke not all has come. */
  lateMs(): number
}): MissingPeriods {
  const { clock } = deps
  let missing: MissingPeriod[] = []
  let polledMs: number | null = null // what came before it was had from polls, or is in `missing`

  /** In the time of what is recorded, which is earlier than that of its arrival. */
  function hadUntilMs(coveredMs: number | null): number {
    return Math.max(coveredMs ?? Number.NEGATIVE_INFINITY, polledMs ?? Number.NEGATIVE_INFINITY) - deps.lateMs()
  }

  function missSince(coveredMs: number | null, toMs = clock.now()): void {
    const hadMs = hadUntilMs(coveredMs)
    const promised = Number.isFinite(hadMs)
    missing = joined([...missing, { fromMs: promised ? hadMs : toMs - deps.firstJoinMs, toMs, promised }])
  }

  function missUntilPoll(): void {
    const nowMs = clock.now() // one reading: what one poll asks for ends where the next one goes on
    missSince(deps.coveredMs(), nowMs)
    polledMs = nowMs
  }

  return {
    list: () => missing,
    missSince: (coveredMs) => missSince(coveredMs),
    missUntilPoll,
    missSincePoll() {
      if (polledMs !== null) missUntilPoll()
    },
    endPolls() {
      polledMs = null
    },
    take() {
      const taken = missing
      missing = []
      return taken
    },
    putBack(periods) {
      missing = joined([...periods, ...missing])
    },
    takeHopeless() {
      const nowMs = clock.now()
      const hopeless = missing.filter((period) => deps.hopeless(period, nowMs))
      missing = missing.filter((period) => !hopeless.includes(period))
      return hopeless
    },
    promisedSinceMs(asked) {
      const promised = [...asked, ...missing].filter((period) => period.promised)
      const sinceMs = Math.min(...promised.map(({ fromMs }) => fromMs), hadUntilMs(deps.coveredMs()))
      return Number.isFinite(sinceMs) ? sinceMs : null
    },
  }
}

/** Periods that follow each other without a break are one: it is told as one when it is lost. */
function joined(periods: MissingPeriod[]): MissingPeriod[] {
  const result: MissingPeriod[] = []
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
