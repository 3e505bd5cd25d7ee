import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { ContractApi } from '../../../client/http/contract-api.ts'
import type { ReportRecord } from '../../../contract/metar.ts'
import type { Airport } from '../../../core/airports/airport.ts'
import { airportFromRecord } from '../../../core/airports/airport.ts'
import { withKnownNames } from '../../../core/airports/airport-names.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import type { Report } from '../../../core/metar/report.ts'
import { doublingMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/time/durations.ts'
import type { ReportStore } from './report-store.ts'

/** The list is free and rarely changes; until it loads, the map has no airports. */
const LIST_RETRY_MIN_MS = 2_000
const LIST_RETRY_MAX_MS = MINUTE_MS

/** The first response has some hundreds, each taking a tenth of a millisecond and more. */
const READ_AT_ONCE = 20

/** The reports of records, without those that can't be read. */
export function readReports(records: readonly ReportRecord[]): Report[] {
  return records.map(reportFromRecord).filter((report) => report !== null)
}

interface ReportQueueDeps {
  clock: Pick<Clock, 'after'>
  /** Whether the page is seen: timers of one that is not run late. */
  isSeen(): boolean
  /** Adds a batch of reports after all are parsed. */
  add(reports: readonly Report[]): void
}

/** Queues records and parses them in batches, between which the screen can update. */
export function createReportQueue({ clock, isSeen, add }: ReportQueueDeps): (records: readonly ReportRecord[]) => void {
  let waiting: ReportRecord[] = []
  let read: Report[] = []
  let isReading = false

  function readOn(): void {
    const now = isSeen() ? waiting.splice(0, READ_AT_ONCE) : waiting.splice(0)
    read.push(...readReports(now))
    isReading = waiting.length > 0
    if (isReading) return void clock.after(0, readOn)
    const whole = read
    read = []
    add(whole)
  }

  return (records) => {
    waiting = waiting.concat(records)
    if (!isReading) readOn()
  }
}

/** Keeps the list of airports for map, panel and search, with or without visible airports. */
export function keepAirportList(api: Pick<ContractApi, 'airports'>, store: ReportStore): () => void {
  let held: readonly Airport[] | null = null
  const observer = new QueryObserver(new QueryClient(), {
    queryKey: ['airports', 'list'],
    queryFn: async ({ signal }) => (await api.airports(signal)).records.map(airportFromRecord),
    staleTime: DAY_MS,
    refetchInterval: DAY_MS,
    refetchIntervalInBackground: true,
    retry: true,
    retryDelay: (attempt) => doublingMs(attempt, LIST_RETRY_MIN_MS, LIST_RETRY_MAX_MS),
    networkMode: 'always',
  })
  return observer.subscribe(({ data, failureReason }) => {
    if (data && data !== held) {
      held = data
      store.setAirports(data.map(withKnownNames))
    } else if (failureReason) store.setListFailed(failureReason.message)
  })
}
