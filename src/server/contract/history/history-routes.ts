import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { strikeCountsQuerySchema, strikesHistoryQuerySchema } from '../../../contract/history-queries.ts'
import { minuteBucket } from '../../../contract/lightning.ts'
import {
  BOX_COUNTS_HOURS_MAX,
  COUNTS_PATH,
  LINES_TYPE,
  MINUTE_PATH,
  minuteNameMs,
  type StrikeCounts,
  TEN_MINUTES_PATH,
} from '../../../contract/strike-history.ts'
import type { Box } from '../../../core/geo/geo.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import { createMinuteCounts, type MinuteCounts } from '../../history/minute-cells.ts'
import type { StrikeReader } from '../../history/strike-reader.ts'
import type { Source } from '../../sources/source.ts'
import { queryOf } from '../../web/requests.ts'
import type { Admitted, createGate } from '../http/gate.ts'
import { columns, lines, sealedColumns, sealedLines } from './history-answers.ts'
import { createHistoryResponses, type HistoryResponses, refuse } from './history-responses.ts'
import type { PastAnswers } from './past-answers.ts'

/** Cached minutes are counted in batches of this size. */
const MINUTES_AT_ONCE = 64

const FOREVER = 'public, max-age=31536000, immutable'

export interface HistoryRoutesDeps {
  history: History
  source: Source
  clock: Clock
  gate: ReturnType<typeof createGate>
  log: Logger
  turns: WorkScheduler
  past: PastAnswers
}

/** Strike history over HTTP, for viewers with access to live strikes. */
export function mountHistoryRoutes(app: Hono<Admitted>, deps: HistoryRoutesDeps): void {
  const responses = createHistoryResponses(deps)

  // Columns are already compressed.
  app.use(`${API_PATHS.strikes}/*`, compress({ contentTypeFilter: (type) => type.startsWith(LINES_TYPE) }))
  mountPeriod(app, deps, responses)
  mountCounts(app, deps, responses)
  mountSealed(app, deps, responses)
  app.all(API_PATHS.strikes, (c) => {
    c.header('allow', 'GET')
    return refuse(c, 405, `${c.req.path} allows GET only.`)
  })
  app.all(`${API_PATHS.strikes}/*`, (c) => refuse(c, 404, `No resource at ${c.req.path}.`))
}

/** Strikes of any period, as currently known. */
function mountPeriod(app: Hono<Admitted>, deps: HistoryRoutesDeps, responses: HistoryResponses): void {
  app.get(API_PATHS.strikes, deps.gate('lightning'), (c) => {
    const { from: fromMs, to, bbox: box } = queryOf(c, strikesHistoryQuerySchema)
    const toMs = to ?? Math.max(fromMs, deps.clock.now())
    return answerPeriod(c, deps, responses, { fromMs, toMs, box })
  })
}

/** Uncacheable: the next response may differ. */
async function answerPeriod(
  c: Context<Admitted>,
  { history: { strikes }, clock }: HistoryRoutesDeps,
  responses: HistoryResponses,
  { fromMs, toMs, box }: { fromMs: number; toMs: number; box?: Box | undefined },
): Promise<Response> {
  const wanted = { fromMs, toMs: Math.max(fromMs, Math.min(toMs, clock.now())), box }
  const period = await responses.period(fromMs, toMs)
  return responses.stream(c, period, (asColumns) =>
    asColumns ? columns(strikes, wanted, responses.headOf(period)) : lines(strikes, wanted),
  )
}

/** Counts per step of a period. */
function mountCounts(app: Hono<Admitted>, deps: HistoryRoutesDeps, responses: HistoryResponses): void {
  const { history, source, clock, gate, turns, past } = deps
  const { strikes } = history
  const cells = createMinuteCounts(strikes)

  app.get(COUNTS_PATH, gate('lightning'), async (c) => {
    const { from, to = clock.now(), step = 1, bbox: box } = queryOf(c, strikeCountsQuerySchema)
    const stepMs = step * MINUTE_MS
    // Deleted periods are cut off: a response is never longer than the history.
    const fromMs = Math.floor(Math.max(from, await history.horizonMs()) / stepMs) * stepMs
    const toMs = Math.max(fromMs, Math.min(to, clock.now()))
    if (box && toMs - fromMs > BOX_COUNTS_HOURS_MAX * HOUR_MS)
      return refuse(c, 400, `With bbox, to must be within ${BOX_COUNTS_HOURS_MAX} hours of from.`)
    const leave = past.enter(c.get('application').id)
    if (!leave) return past.refuse(c, 'lightning')
    const counts = await countSteps(
      { strikes, cells, turns, asker: c.get('application').id },
      { fromMs, toMs, stepMs, box },
      c.req.raw.signal,
    ).finally(leave)
    // Nothing is counted of a deleted or future period, which is unobserved as a whole.
    const told = toMs > fromMs ? await responses.period(fromMs, toMs) : await responses.period(from, to)
    const { notObserved } = responses.headOf(told)
    return c.json<StrikeCounts>({ fromMs, toMs, stepMs, counts, notObserved, simulated: source.simulated })
  })
}

/** One or ten minutes by name: sealed ones are cacheable by any cache, others are served as currently known. */
function mountSealed(app: Hono<Admitted>, deps: HistoryRoutesDeps, responses: HistoryResponses): void {
  const { history, clock, gate } = deps
  const { strikes } = history

  app.get(`${MINUTE_PATH}/:minute`, gate('lightning'), (c) => sealed(c, c.req.param('minute'), 1))
  app.get(`${TEN_MINUTES_PATH}/:minute`, gate('lightning'), (c) => sealed(c, c.req.param('minute'), 10))

  async function sealed(c: Context<Admitted>, name: string, count: number): Promise<Response> {
    const fromMs = minuteNameMs(name)
    const stepMs = count * MINUTE_MS
    if (fromMs === null || fromMs % stepMs !== 0) {
      const named = minuteBucket(Math.floor(clock.now() / stepMs) * stepMs)
      return refuse(
        c,
        400,
        count === 1
          ? `A minute must be in the form ${named}, in UTC.`
          : `Ten minutes must be in the form ${named}, in UTC.`,
      )
    }
    if (fromMs < (await history.horizonMs())) return refuse(c, 404, 'This period is past the retention time.')
    if (fromMs >= clock.now()) return refuse(c, 404, 'This period is in the future.')
    const minutes = Array.from({ length: count }, (_, i) => fromMs / MINUTE_MS + i)
    const isEachSealed = await Promise.all(minutes.map(strikes.isSealed))
    if (isEachSealed.includes(false)) return answerPeriod(c, deps, responses, { fromMs, toMs: fromMs + stepMs })
    const period = await responses.period(fromMs, fromMs + stepMs)
    c.header('cache-control', FOREVER)
    return responses.stream(c, period, (asColumns) =>
      asColumns ? sealedColumns(strikes, minutes, responses.headOf(period)) : sealedLines(strikes, minutes),
    )
  }
}

/** Strike counts per step of a period, everywhere or in `box`; whole minutes. Yields to other readers. */
async function countSteps(
  deps: { strikes: Pick<StrikeReader, 'counts' | 'minutes'>; cells: MinuteCounts; turns: WorkScheduler; asker: string },
  wanted: { fromMs: number; toMs: number; stepMs: number; box: Box | undefined },
  signal: AbortSignal,
): Promise<number[]> {
  const { strikes, cells, turns, asker } = deps
  const { fromMs, toMs, stepMs, box } = wanted
  const counts = new Array<number>(Math.ceil((toMs - fromMs) / stepMs)).fill(0)
  const add = (minute: number, count: number) => {
    const bin = Math.floor((minute * MINUTE_MS - fromMs) / stepMs)
    if (bin < counts.length) counts[bin]! += count
  }
  if (!box) {
    for (const [minute, count] of await strikes.counts(fromMs, toMs)) add(minute, count)
    return counts
  }
  const within = cells.within(box)
  for (const [i, minute] of (await strikes.minutes(fromMs, toMs)).entries()) {
    if (signal.aborted) break
    const isLong = i % MINUTES_AT_ONCE === 0 || !cells.isHeld(minute)
    add(minute, await (isLong ? turns.take(asker, () => within(minute)) : within(minute)))
  }
  return counts.map(Math.round)
}
