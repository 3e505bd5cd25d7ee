import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { minuteBucket } from '../../../contract/lightning.ts'
import { firstComplaint } from '../../../contract/query.ts'
import {
  BOX_COUNTS_HOURS_MAX,
  COLUMNS_TYPE,
  COUNTS_PATH,
  LINES_TYPE,
  MINUTE_PATH,
  minuteNameMs,
  NOT_OBSERVED_HEADER,
  type StrikeCounts,
  type StrikesHead,
  strikeCountsQuerySchema,
  strikesHistoryQuerySchema,
  TEN_MINUTES_PATH,
} from '../../../contract/strike-history.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { History } from '../../history/history.ts'
import { createMinuteCounts } from '../../history/minute-cells.ts'
import type { Source } from '../../sources/source.ts'
import { complain, SIMULATED_HEADER } from '../http/answers.ts'
import type { Admitted, createGate } from '../http/gate.ts'
import {
  columns,
  createTurns,
  lines,
  type Pieces,
  periodsText,
  sealedColumns,
  sealedLines,
  streamOf,
} from './history-answers.ts'
import { countSteps } from './history-counts.ts'

/** A batch comes each second: what is younger than this and not observed is only not yet heard of. */
const UNDER_WAY_MS = 10_000
const FOREVER = 'public, max-age=31536000, immutable'

export interface HistoryRoutesDeps {
  history: History
  source: Source
  clock: Clock
  gate: ReturnType<typeof createGate>
  log: Logger
}

/** Our own history of strikes by HTTP, for whoever may see the live ones. */
export function mountHistoryRoutes(app: Hono<Admitted>, deps: HistoryRoutesDeps): void {
  const { history, source, clock, gate, log } = deps
  const { strikes } = history
  const turn = createTurns()
  const cells = createMinuteCounts(strikes)

  // Columns are packed already.
  app.use(`${API_PATHS.strikes}/*`, compress({ contentTypeFilter: (type) => type.startsWith(LINES_TYPE) }))

  app.get(API_PATHS.strikes, gate('lightning'), (c) => {
    const query = strikesHistoryQuerySchema.safeParse(c.req.query())
    if (!query.success) return refuse(c, 400, firstComplaint(query.error))
    const { from: fromMs, to = clock.now(), bbox: box } = query.data
    const toMs = Math.max(fromMs, Math.min(to, clock.now()))
    const wanted = { fromMs, toMs, box }
    const periods = notObserved(fromMs, toMs)
    c.header('cache-control', 'no-store')
    return answer(c, periods, (asColumns) =>
      asColumns ? columns(strikes, wanted, headOf(fromMs, toMs, periods)) : lines(strikes, wanted),
    )
  })

  app.get(COUNTS_PATH, gate('lightning'), async (c) => {
    const query = strikeCountsQuerySchema.safeParse(c.req.query())
    if (!query.success) return refuse(c, 400, firstComplaint(query.error))
    const { from, to = clock.now(), step = 1, bbox: box } = query.data
    const stepMs = step * MINUTE_MS
    // What is no longer kept is not counted: an answer is never longer than the history.
    const fromMs = Math.floor(Math.max(from, history.horizonMs()) / stepMs) * stepMs
    const toMs = Math.max(fromMs, Math.min(to, clock.now()))
    if (box && toMs - fromMs > BOX_COUNTS_HOURS_MAX * HOUR_MS)
      return refuse(c, 400, `With bbox, to must be within ${BOX_COUNTS_HOURS_MAX} hours of from.`)
    const counts = await countSteps({ strikes, cells, turn }, { fromMs, toMs, stepMs, box }, c.req.raw.signal)
    const periods = notObserved(fromMs, toMs).map((span): [number, number] => [span.fromMs, span.toMs])
    c.header('cache-control', 'no-store')
    return c.json<StrikeCounts>({
      fromMs,
      toMs,
      stepMs,
      counts,
      notObserved: periods,
      simulated: source.simulated,
    })
  })

  app.get(`${MINUTE_PATH}/:minute`, gate('lightning'), (c) => sealed(c, c.req.param('minute'), 1))
  app.get(`${TEN_MINUTES_PATH}/:minute`, gate('lightning'), (c) => sealed(c, c.req.param('minute'), 10))

  app.all(API_PATHS.strikes, (c) => {
    c.header('allow', 'GET')
    return refuse(c, 405, `${c.req.path} answers GET alone.`)
  })
  app.all(`${API_PATHS.strikes}/*`, (c) => refuse(c, 404, `There is nothing at ${c.req.path}.`))

  /** So many minutes that are final, by the name of the first. */
  function sealed(c: Context, name: string, count: number): Response {
    const fromMs = minuteNameMs(name)
    const stepMs = count * MINUTE_MS
    if (fromMs === null || fromMs % stepMs !== 0) {
      const named = minuteBucket(Math.floor(clock.now() / stepMs) * stepMs)
      return refuse(
        c,
        400,
        count === 1 ? `A minute is named like ${named}, in UTC.` : `They are named like ${named}, in UTC.`,
      )
    }
    if (fromMs < history.horizonMs()) return refuse(c, 404, 'This is no longer kept.')
    const minutes = Array.from({ length: count }, (_, i) => fromMs / MINUTE_MS + i)
    if (!minutes.every(strikes.isSealed))
      return refuse(c, 404, `This may still change: ask ${API_PATHS.strikes} for it.`)
    const toMs = fromMs + stepMs
    const periods = notObserved(fromMs, toMs)
    c.header('cache-control', FOREVER)
    return answer(c, periods, (asColumns) =>
      asColumns ? sealedColumns(strikes, minutes, headOf(fromMs, toMs, periods)) : sealedLines(strikes, minutes),
    )
  }

  function answer(c: Context, periods: readonly Span[], pieces: (asColumns: boolean) => Pieces): Response {
    const asColumns = (c.req.header('accept') ?? '').includes(COLUMNS_TYPE)
    c.header('content-type', asColumns ? COLUMNS_TYPE : LINES_TYPE)
    c.header('vary', 'accept')
    if (source.simulated) c.header(SIMULATED_HEADER, 'true')
    if (periods.length > 0) c.header(NOT_OBSERVED_HEADER, periodsText(periods))
    if (c.req.method === 'HEAD') return c.body(null)
    const { path } = c.req
    const onError = (error: unknown) =>
      log.error({ path, error: error instanceof Error ? error.message : 'unknown' }, 'history broke off')
    const stream = streamOf(pieces(asColumns), { turn, onError })
    return c.body(stream)
  }

  function headOf(fromMs: number, toMs: number, periods: readonly Span[]): StrikesHead {
    const told = periods.map((span): [number, number] => [span.fromMs, span.toMs])
    return { fromMs, toMs, notObserved: told, simulated: source.simulated }
  }

  function notObserved(fromMs: number, toMs: number): Span[] {
    const nowMs = clock.now()
    const periods = history.missing('lightning', fromMs, toMs)
    const last = periods.at(-1)
    const isUnderWay = last && last.toMs === toMs && last.fromMs > nowMs - UNDER_WAY_MS && last.fromMs > fromMs
    return isUnderWay ? periods.slice(0, -1) : periods
  }
}

function refuse(c: Context, status: number, message: string): Response {
  c.header('cache-control', 'no-store')
  return complain(c, 'lightning', { status, message })
}
