import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ContractApi } from '../../../../client/http/contract-api.ts'
import type { ReportRecord } from '../../../../contract/metar.ts'
import type { Airport } from '../../../../core/airports/airport.ts'
import { withKnownNames } from '../../../../core/airports/airport-names.ts'
import { reportFromRecord } from '../../../../core/metar/read-report.ts'
import type { ReportStore } from '../../../live/reports/report-store.ts'
import { airportListQuery } from '../airport-queries.ts'

export { findAirports } from '../find-airports.ts'

/** Decodes records into the store. */
export function addRecords(store: ReportStore, records: readonly ReportRecord[]): void {
  store.add(records.map(reportFromRecord).filter((report) => report !== null))
}

/** Keeps the list of airports, for the map, the panel and the search, whether or not one of them is on screen. */
export function keepAirportList(connection: { api: Pick<ContractApi, 'airports'> }, store: ReportStore): () => void {
  let held: readonly Airport[] | null = null
  const observer = new QueryObserver(new QueryClient(), airportListQuery(connection.api))
  return observer.subscribe(({ data, failureReason }) => {
    if (data && data !== held) {
      held = data
      store.setAirports(data.map(withKnownNames))
    } else if (failureReason) store.setListFailed(failureReason.message)
  })
}
