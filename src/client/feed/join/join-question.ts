import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ContractError } from '../../http/contract-api.ts'
import type { MissingPeriod } from './missing-periods.ts'

/** A longer pending request may be lost with a line that broke meanwhile. */
const DOUBT_MS = 5_000
/** Timeout of a request, shorter if little time is left. */
const ANSWER_MS = MINUTE_MS
const ANSWER_MIN_MS = 2_000

/** The pending REST request, at most one. */
export function createJoinQuestion<Answer>(deps: {
  clock: Clock
  /** Requests everything since `sinceMs`, Unix ms. */
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<Answer>
  /** Half of the remaining time until missing data is lost. */
  halfOfTimeLeftMs(): number
  answered(answer: Answer, asked: readonly MissingPeriod[]): void
  failed(error: unknown, asked: readonly MissingPeriod[]): void
}) {
  const { clock } = deps
  let current: { asked: readonly MissingPeriod[]; controller: AbortController; sinceMs: number } | null = null
  let mayDoubt = true

  async function send(mine: NonNullable<typeof current>): Promise<void> {
    const { asked, controller } = mine
    const timeoutMs = Math.min(ANSWER_MS, Math.max(ANSWER_MIN_MS, deps.halfOfTimeLeftMs()))
    const cancelTimeout = clock.after(timeoutMs, () => controller.abort(new ContractError('timeout', 'no response')))
    try {
      const answer = await deps.fetchSince(Math.min(...asked.map(({ fromMs }) => fromMs)), controller.signal)
      if (end(mine)) deps.answered(answer, asked)
    } catch (error) {
      if (end(mine)) deps.failed(error, asked)
    } finally {
      cancelTimeout()
    }
  }

  /** False for an aborted or finished request. */
  function end(mine: typeof current): boolean {
    if (current !== mine) return false
    current = null
    mayDoubt = true
    return true
  }

  return {
    /** The requested periods; empty without a request. */
    get asked(): readonly MissingPeriod[] {
      return current?.asked ?? []
    },
    ask(asked: readonly MissingPeriod[]): void {
      current = { asked, controller: new AbortController(), sinceMs: clock.monotonicMs() }
      void send(current)
    },
    /**
     * True if it may be lost and aborting is worthwhile: of two consecutive ones, one is allowed to finish, however
     * slow REST is.
     */
    isInDoubt: (): boolean => current !== null && mayDoubt && clock.monotonicMs() - current.sinceMs >= DOUBT_MS,
    /** Aborts it, and returns its periods. */
    takeBack(): readonly MissingPeriod[] {
      const asked = current?.asked ?? []
      current?.controller.abort()
      current = null
      mayDoubt = false
      return asked
    },
  }
}
