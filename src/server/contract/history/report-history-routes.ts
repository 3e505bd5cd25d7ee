import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { reportsHistoryQuerySchema } from '../../../contract/history-queries.ts'
import type { WorkScheduler } from '../../event-loop/work-scheduler.ts'
import type { History } from '../../history/history.ts'
import { queryOf } from '../../web/requests.ts'
import { complain } from '../http/answers.ts'
import type { Admitted, createGate } from '../http/gate.ts'
import { reportsJson } from '../http/records-json.ts'
import { type Pieces, streamOf } from './history-answers.ts'
import type { PastAnswers } from './past-answers.ts'

/** Report history over HTTP, for viewers with access to live reports: parsed records. */
export function mountReportHistoryRoutes(
  app: Hono<Admitted>,
  deps: {
    history: Pick<History, 'reports'>
    gate: ReturnType<typeof createGate>
    log: Logger
    turns: WorkScheduler
    past: PastAnswers
  },
): void {
  const { history, gate, log, turns, past } = deps
  app.use(API_PATHS.reports, compress())
  app.get(API_PATHS.reports, gate('metar'), async (c) => {
    const { from, to } = queryOf(c, reportsHistoryQuerySchema)
    c.header('content-type', 'application/json; charset=utf-8')
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
