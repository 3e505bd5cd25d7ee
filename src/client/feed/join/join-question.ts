import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { ContractError } from '../../http/contract-api.ts'
import type { MissingPeriod } from './missing-periods.ts'

/** A question that has been under way for longer may be lost with the line that broke meanwhile. */
const DOUBT_MS = 5_000
/** A question is given up after this long, or sooner where little time is left. */
const ANSWER_MS = MINUTE_MS
const ANSWER_MIN_MS = 2_000

/** The question to REST that is under way; one at a time. */
export interface JoinQuestion {
  /** The periods that it asks for; none while nothing is asked. */
  readonly asked: readonly MissingPeriod[]
  ask(asked: readonly MissingPeriod[]): void
  /** True where it may be lost, and giving it up is worth it: of two in a row, one comes to its end, however slow REST is. */
  isInDoubt(): boolean
  /** Gives it up, and answers what it asked for: nobody hears of it any more. */
  takeBack(): readonly MissingPeriod[]
}

export function createJoinQuestion<Answer>(deps: {
  clock: Clock
  /** Asks for everything since `sinceMs`, Unix ms. */
  fetchSince(sinceMs: number, signal: AbortSignal): Promise<Answer>
  /** Half of the time in which what is missing can still be had. */
  halfOfTimeLeftMs(): number
  answered(answer: Answer, asked: readonly MissingPeriod[]): void
  failed(error: unknown, asked: readonly MissingPeriod[]): void
}): JoinQuestion {
  const { clock } = deps
  let current: { asked: readonly MissingPeriod[]; controller: AbortController; sinceMs: number } | null = null
  let mayDoubt = true

  async function send(mine: NonNullable<typeof current>): Promise<void> {
    const { asked, controller } = mine
    const timeoutMs = Math.min(ANSWER_MS, Math.max(ANSWER_MIN_MS, deps.halfOfTimeLeftMs()))
    const cancelTimeout = clock.after(timeoutMs, () =>
      controller.abort(new ContractError('timeout', 'no response within the timeout')),
    )
    try {
      const answer = await deps.fetchSince(Math.min(...asked.map(({ fromMs }) => fromMs)), controller.signal)
      if (end(mine)) deps.answered(answer, asked)
    } catch (error) {
      if (end(mine)) deps.failed(error, asked)
    } finally {
      cancelTimeout()
    }
  }

  /** False for a question that was taken back, or has ended. */
  function end(mine: typeof current): boolean {
    if (current !== mine) return false
    current = null
    mayDoubt = true
    return true
  }

  return {
    get asked() {
      return current?.asked ?? []
    },
    ask(asked) {
      current = { asked, controller: new AbortController(), sinceMs: clock.monotonicMs() }
      void send(current)
    },
    isInDoubt: () => current !== null && mayDoubt && clock.monotonicMs() - current.sinceMs >= DOUBT_MS,
    takeBack() {
      const asked = current?.asked ?? []
      current?.controller.abort()
      current = null
      mayDoubt = false
      return asked
    },
  }
}
