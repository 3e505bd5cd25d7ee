import type { Clock } from '../../../core/time/clock.ts'
import type { Span } from '../../../core/time/spans.ts'

/** A period, Unix ms, in which records may be missing. */
export interface MissingPeriod extends Span {
  /** False before the first subscription: its loss is not a gap. */
  promised: boolean
}

/** Missing periods not yet requested. */
export function createMissingPeriods(deps: {
  clock: Clock
  /** Period requested before the first subscription. */
  firstJoinMs: number
  /** True for a period beyond the reach of any response. */
  hopeless(period: Span, nowMs: number): boolean
  /** Unix ms up to which the line is complete. */
  coveredMs(): number | null
  /** Maximum delay of a record: data of this time before a break is incomplete. */
  lateMs(): number
}) {
  const { clock } = deps
  let missing: MissingPeriod[] = []
  let polledMs: number | null = null // earlier data came from polls, or is in `missing`

  /** In record time, which is earlier than arrival time. */
  function hadUntilMs(coveredMs: number | null): number {
    return Math.max(coveredMs ?? Number.NEGATIVE_INFINITY, polledMs ?? Number.NEGATIVE_INFINITY) - deps.lateMs()
  }

  function missSince(coveredMs: number | null, toMs = clock.now()): void {
    const hadMs = hadUntilMs(coveredMs)
    const promised = Number.isFinite(hadMs)
    missing = joined([...missing, { fromMs: promised ? hadMs : toMs - deps.firstJoinMs, toMs, promised }])
  }

  function missUntilPoll(): void {
    const nowMs = clock.now() // one reading: the next poll continues where this one ends
    missSince(deps.coveredMs(), nowMs)
    polledMs = nowMs
  }

  return {
    list: (): readonly MissingPeriod[] => missing,
    /** Adds the period since `coveredMs`, or since the last poll; null before the first subscription. */
    missSince: (coveredMs: number | null): void => missSince(coveredMs),
    /** The same for a poll: without a line, the next poll continues where this one ends. */
    missUntilPoll,
    /** Adds the period since the last poll, without a line. */
    missSincePoll(): void {
      if (polledMs !== null) missUntilPoll()
    },
    /** A subscription is confirmed: later data comes over the line, not by polls. */
    endPolls(): void {
      polledMs = null
    },
    /** Removes and returns all missing periods, to be requested now. */
    take(): MissingPeriod[] {
      const taken = missing
      missing = []
      return taken
    },
    putBack(periods: readonly MissingPeriod[]): void {
      missing = joined([...periods, ...missing])
    },
    /** Removes periods beyond the reach of any response. */
    takeHopeless(): MissingPeriod[] {
      const nowMs = clock.now()
      const hopeless = missing.filter((period) => deps.hopeless(period, nowMs))
      missing = missing.filter((period) => !hopeless.includes(period))
      return hopeless
    },
    /** Begin of missing promised data, Unix ms, in `asked` or here; without any, the end of complete data. */
    promisedSinceMs(asked: readonly MissingPeriod[]): number | null {
      const promised = [...asked, ...missing].filter((period) => period.promised)
      const sinceMs = Math.min(...promised.map(({ fromMs }) => fromMs), hadUntilMs(deps.coveredMs()))
      return Number.isFinite(sinceMs) ? sinceMs : null
    },
  }
}

/** Merges adjacent periods, so that a loss is reported as one. */
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
