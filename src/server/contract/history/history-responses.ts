import type { Context } from 'hono'
import type { Logger } from 'pino'
import { COLUMNS_TYPE, LINES_TYPE, NOT_OBSERVED_HEADER, type StrikesHead } from '../../../contract/strike-history.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { type Span, Spans, untilNow } from '../../../core/time/spans.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { FeedName, History } from '../../history/history.ts'
import type { Source } from '../../sources/source.ts'
import { complain } from '../http/answers.ts'
import type { Admitted } from '../http/gate.ts'
import { type Pieces, periodsText, streamOf } from './history-answers.ts'
import type { PastAnswers } from './past-answers.ts'

/** A batch arrives every second: unobserved time younger than this is pending, not missing. */
const UNDER_WAY_MS = 10_000

/** The period of a response, Unix ms. */
export interface AnsweredPeriod extends Span {
  missing: readonly Span[]
  /** Unobserved spans as reported: without pending time. */
  notObserved: readonly Span[]
}

/** The period up to the present, with its unobserved spans. */
export async function answeredPeriod(
  { history, clock }: { history: Pick<History, 'missing'>; clock: Clock },
  feed: FeedName,
  span: Span,
): Promise<AnsweredPeriod> {
  const nowMs = clock.now()
  const { fromMs, toMs } = untilNow(span, nowMs)
  const missing = await history.missing(feed, fromMs, toMs)
  const last = missing.at(-1)
  const isUnderWay = last && last.toMs === toMs && last.fromMs > nowMs - UNDER_WAY_MS && last.fromMs > fromMs
  return { fromMs, toMs, missing, notObserved: isUnderWay ? missing.slice(0, -1) : missing }
}

export type HistoryResponses = ReturnType<typeof createHistoryResponses>

/** Common parts of all history responses: unobserved periods, format and stream. */
export function createHistoryResponses(deps: {
  history: Pick<History, 'missing'>
  source: Pick<Source, 'simulated'>
  clock: Clock
  log: Logger
  turns: WorkScheduler
  past: PastAnswers
}) {
  const { history, source, clock, log, turns, past } = deps

  return {
    period: (fromMs: number, toMs: number) => answeredPeriod({ history, clock }, 'lightning', { fromMs, toMs }),

    headOf({ fromMs, toMs, notObserved }: AnsweredPeriod): StrikesHead {
      const told = notObserved.map((span): [number, number] => [span.fromMs, span.toMs])
      return { fromMs, toMs, notObserved: told, simulated: source.simulated }
    },

    /** Streams strikes in the requested format. */
    stream(c: Context<Admitted>, period: AnsweredPeriod, pieces: (asColumns: boolean) => Pieces): Response {
      const asColumns = (c.req.header('accept') ?? '').includes(COLUMNS_TYPE)
      c.header('content-type', asColumns ? COLUMNS_TYPE : LINES_TYPE)
      c.header('vary', 'accept')
      if (period.notObserved.length > 0) c.header(NOT_OBSERVED_HEADER, periodsText(period.notObserved))
      if (c.req.method === 'HEAD') return c.body(null)
      const onEnd = past.enter(c.get('application').id)
      if (!onEnd) return past.refuse(c, 'lightning')
      const { path } = c.req
      const onError = (error: unknown) => log.error({ path, error: messageOf(error) }, 'history response aborted')
      const how = { turns, asker: c.get('application').id, onError, onEnd }
      return c.body(streamOf(stillTrue(pieces(asColumns), period), how))
    },
  }

  /**
   * Damage is detected while reading, after the headers are sent: the response is aborted, so that no cache keeps it,
   * and a repeated request reports the gap.
   */
  async function* stillTrue(pieces: Pieces, { fromMs, toMs, missing }: AnsweredPeriod): Pieces {
    yield* pieces
    const told = new Spans(missing)
    const untold = (await history.missing('lightning', fromMs, toMs)).flatMap((hole) =>
      told.missing(hole.fromMs, hole.toMs),
    )
    if (untold.length > 0) throw new Error('coverage changed while the response was sent: its header promises more')
  }
}

export function refuse(c: Context, status: number, message: string): Response {
  return complain(c, 'lightning', { status, message })
}
