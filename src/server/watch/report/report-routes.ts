import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { placeReportQuerySchema, REPORT_DAYS_MAX } from '../../../contract/watch/report.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import type { History } from '../../history/history.ts'
import type { GuardedPlaces } from '../../places/guarded-places.ts'
import type { Tiles } from '../../web/basemap-route.ts'
import { createConcurrencyLimit } from '../../web/concurrency-limit.ts'
import { csvFile, queryOf } from '../../web/requests.ts'
import { REPORT_POLICY } from '../../web/security-headers.ts'
import type { WatchRoutesDeps } from '../alarm-routes.ts'
import { makeReport, makeReportPage } from './make-report.ts'
import { reportCsv } from './report-pages.ts'

/** Concurrent reports, per viewer and in total: each reads a large part of the history. */
const REPORTS_AT_ONCE_MAX = { each: 2, all: 4 }

/** `GET /{id}/report`: report of a place and period, as JSON, CSV, or a printable page. */
export function createReportRoutes(
  deps: Pick<WatchRoutesDeps, 'guard' | 'peerOf' | 'isSimulated' | 'clock'> & {
    history: Pick<History, 'strikes' | 'missing' | 'watch'>
    places: Pick<GuardedPlaces, 'list'>
    /** Base map for pictures; null without one. */
    tiles: Pick<Tiles, 'tile'> | null
  },
): Hono {
  const { guard, peerOf, isSimulated, clock, history, places, tiles } = deps
  const app = new Hono()
  const reports = createConcurrencyLimit(REPORTS_AT_ONCE_MAX)
  app.get('/:id/report', guard, compress(), async (c) => {
    const {
      to: toMs = clock.now(),
      from: fromMs = toMs - DAY_MS,
      format = 'json',
      lang = 'en',
    } = queryOf(c, placeReportQuerySchema)
    const days = (toMs - fromMs) / DAY_MS
    if (days <= 0 || days > REPORT_DAYS_MAX) {
      return c.json({ detail: `from must be before to, by at most ${REPORT_DAYS_MAX} days` }, 400)
    }
    const place = places.list().find(({ id }) => id === c.req.param('id'))
    if (!place) return c.json({ detail: 'no place has this id' }, 404)
    const making = reports.enter(peerOf(c).client)
    if (!making.isFree) {
      return c.json({ detail: 'too many reports are being created' }, 503, {
        'retry-after': '10',
      })
    }
    try {
      const of = { place, period: { fromMs, toMs }, simulated: isSimulated(), clock }
      if (format === 'html') {
        const { page } = await makeReportPage(history, { ...of, lang, tiles })
        return c.html(page, 200, { 'content-security-policy': REPORT_POLICY })
      }
      const report = await makeReport(history, of)
      if (format === 'json') return c.json(report)
      return csvFile(c, reportCsv(report), `report-${place.id}-${report.from.slice(0, 10)}.csv`)
    } finally {
      making.leave()
    }
  })
  return app
}
