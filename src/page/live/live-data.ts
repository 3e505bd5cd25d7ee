import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { usePage } from '../state/page-store.ts'
import { HoldTimerStore } from './airports/hold-timer-store.ts'
import { LineWatch } from './line-watch.ts'
import { NowcastStore } from './nowcast/nowcast-store.ts'
import { fillReports } from './reports/fill-reports.ts'
import { createReportStore, type ReportStore } from './reports/report-store.ts'
import { StandingReports } from './reports/standing-reports.ts'
import type { ServerAccess } from './server-access.ts'
import { LiveStrikeStore } from './strikes/live-strike-store.ts'
import { ShownStrikes } from './strikes/shown-strikes.ts'
import { createSecondTicker, type SecondTicker } from './time/second-ticker.ts'
import { createShownTime, type ShownTime } from './time/shown-time.ts'

/** Until past strikes are loaded a new page shows none, so the first request is small. */
const FIRST_MS = 2 * MINUTE_MS

/** All data received from the server. Components read it here; it has no other writers. */
export interface LiveData {
  now: SecondTicker
  shownTime: ShownTime
  strikes: LiveStrikeStore
  shownStrikes: ShownStrikes
  reportLine: LineWatch
  reports: ReportStore
  standingReports: StandingReports
  holdTimers: HoldTimerStore
  /** The nowcast for the present, and for the shown moment of the past. */
  nowcast: NowcastStore
  pastNowcast: NowcastStore
  /** Has the rest of the past, reports and hold timers begin: line and processor are the first strikes' and the ground's before. */
  startRest(): void
}

/** Makes the stores, starts the strikes and has the stores filled for as long as the page lives. */
export function createLiveData(server: ServerAccess): LiveData {
  const strikes = new LiveStrikeStore(server)
  const shownStrikes = new ShownStrikes(server, strikes)
  const reportLine = new LineWatch(server.reports, server.clock, { dataIsRare: true })
  const reports = createReportStore()
  const holdTimers = new HoldTimerStore()
  const ofNowcast = { server, shown: shownStrikes, reports }
  let isWhole = false

  server.strikes.subscribe((event) => strikes.take(event))
  server.strikes.start()
  server.strikes.reachBack(FIRST_MS)
  server.reports.subscribe(reportLine.look)
  server.clock.every(SECOND_MS, () => {
    strikes.line.look()
    reportLine.look()
  })

  return {
    now: createSecondTicker(server.clock),
    shownTime: createShownTime(server.clock),
    strikes,
    shownStrikes,
    reportLine,
    reports,
    standingReports: new StandingReports(server, reports),
    holdTimers,
    nowcast: new NowcastStore(ofNowcast, 'present'),
    pastNowcast: new NowcastStore(ofNowcast, 'past'),
    startRest() {
      if (isWhole) return
      isWhole = true
      server.strikes.reachBack(usePage.getState().windowMinutes * MINUTE_MS)
      fillReports(server, reports)
      holdTimers.start({ server, strikes, reports, page: usePage })
    },
  }
}
