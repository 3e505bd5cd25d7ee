import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { reportsHistoryQuerySchema } from '../../../contract/history-queries.ts'
import { NOT_OBSERVED_HEADER } from '../../../contract/strike-history.ts'
import type { Clock } from '../../../core/time/clock.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import { queryOf } from '../../web/requests.ts'
import { complain } from '../http/answers.ts'
import type { Admitted, createGate } from '../http/gate.ts'
import { reportsJson } from '../http/records-json.ts'
import { type Pieces, periodsText, streamOf } from './history-answers.ts'
import { answeredPeriod } from './history-responses.ts'
import type { PastAnswers } from './past-answers.ts'

/** Report history over HTTP, for viewers with access to live reports: parsed records. */
export function mountReportHistoryRoutes(
  app: Hono<Admitted>,
  deps: {
    history: Pick<History, 'reports' | 'missing'>
    clock: Clock
    gate: ReturnType<typeof createGate>
    log: Logger
    turns: WorkScheduler
    past: PastAnswers
  },
): void {
  const { history, clock, gate, log, turns, past } = deps
  app.use(API_PATHS.reports, compress())
  app.get(API_PATHS.reports, gate('metar'), async (c) => {
    const { from, to } = queryOf(c, reportsHistoryQuerySchema)
    c.header('content-type', 'application/json; charset=utf-8')
    const { notObserved } = await answeredPeriod({ history, clock }, 'metar', { fromMs: from, toMs: to })
    if (notObserved.length > 0) c.header(NOT_OBSERVED_HEADER, periodsText(notObserved))
    if (c.req.method === 'HEAD') return c.body(null)
    const onEnd = past.enter(c.get('application').id)
    if (!onEnd) return past.refuse(c, 'metar')
    const onError = (error: unknown) => log.error({ error: String(error) }, 'report history response aborted')
    const how = { turns, asker: c.get('application').id, onError, onEnd }
    return c.body(streamOf(pieces(history.reports(from, to)), how))
  })
  app.all(API_PATHS.reports, (c) => {
    c.header('allow', 'GET')
    return complain(c, 'metar', { status: 405, message: `${c.req.path} allows GET only.` })
  })
}

/** The body, generated while it is sent. */
async function* pieces(reports: ReturnType<History['reports']>): Pieces {
  const encoder = new TextEncoder()
  let before = '{"data":['
  for await (const records of reports) {
    yield encoder.encode(before + reportsJson(records, true).slice(1, -1))
    before = ','
  }
  yield encoder.encode(before === ',' ? ']}' : `${before}]}`)
}
