import type { ReportRecord } from '../../../contract/metar.ts'
import type { ServerAccess } from '../server-access.ts'
import { startLate } from '../start-late.ts'
import type { ReportStore } from './report-store.ts'

/**
 * Fills the store from the live feed and the list of airports. The decoder loads after the map; earlier records wait
 * for it.
 */
export function fillReports(server: Pick<ServerAccess, 'api' | 'clock' | 'reports'>, store: ReportStore): void {
  const early: ReportRecord[] = []
  let take = (records: readonly ReportRecord[]): void => void early.push(...records)

  server.reports.subscribe((event) => {
    if (event.kind === 'records') take(event.records)
  })
  server.reports.start()
  startLate(
    server.clock,
    () => import('./read-reports.ts'),
    ({ createReportQueue, keepAirportList }) => {
      keepAirportList(server.api, store)
      const isSeen = () => !document.hidden
      take = createReportQueue({ clock: server.clock, isSeen, add: store.add })
      take(early)
    },
    (error) => store.setListFailed(error.message),
  )
}
