import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { firstComplaint } from '../../../contract/complaint.ts'
import { reportsHistoryQuerySchema } from '../../../contract/history-queries.ts'
import type { History } from '../../history/history.ts'
import type { Source } from '../../sources/source.ts'
import { complain, jsonText, SIMULATED_HEADER } from '../http/answers.ts'
import type { Admitted, createGate } from '../http/gate.ts'
import { reportsJson } from '../http/records-json.ts'
import type { PastAnswers } from './past-answers.ts'

/** Our own history of airport reports by HTTP, for whoever may see the live ones: records as the parsed line brings them. */
export function mountReportHistoryRoutes(
  app: Hono<Admitted>,
  deps: { history: Pick<History, 'reports'>; source: Source; gate: ReturnType<typeof createGate>; past: PastAnswers },
): void {
  const { history, source, gate, past } = deps
  app.use(API_PATHS.reports, compress())
  app.get(API_PATHS.reports, gate('metar'), async (c) => {
    c.header('cache-control', 'no-store')
    if (source.simulated) c.header(SIMULATED_HEADER, 'true')
    const query = reportsHistoryQuerySchema.safeParse(c.req.query())
    if (!query.success) return complain(c, 'metar', { status: 400, message: firstComplaint(query.error) })
    const leave = past.enter(c.get('application').id)
    if (!leave) return past.refuse(c, 'metar')
    const records = await history.reports(query.data.from, query.data.to).finally(leave)
    return jsonText(c, `{"data":${reportsJson(records, true)}}`)
  })
  app.all(API_PATHS.reports, (c) => {
    c.header('allow', 'GET')
    return complain(c, 'metar', { status: 405, message: `${c.req.path} answers GET alone.` })
  })
}
