import type { Airport } from '../../../core/airports/airport.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'
import { createOnDemand } from '../../../core/util/on-demand.ts'
import { usePage } from '../../state/page-store.ts'
import type { ServerAccess } from '../server-access.ts'
import { startLate } from '../start-late.ts'
import type { PastReports } from './past-reports.ts'
import type { ReportStore } from './report-store.ts'
import { standsAt } from './stands-at.ts'

/** Update interval of airports while the user browses to another moment. */
const FOLLOW_EVERY_MS = 300

/** The current reports at the shown moment: the latest ones while live, else those of that time. */
export class StandingReports {
  readonly #server: Pick<ServerAccess, 'past' | 'clock'>
  readonly #reports: ReportStore
  readonly #changes = createOnDemand<ReadonlySet<string> | null>(() => this.#start())
  #past: PastReports | null = null
  #isPastLoading = false
  #atMs: number | null = null
  #version = 0

  constructor(server: Pick<ServerAccess, 'past' | 'clock'>, reports: ReportStore) {
    this.#server = server
    this.#reports = reports
  }

  readonly airports = (): readonly Airport[] => this.#reports.airports()

  readonly airport = (icao: string): Airport | undefined => this.#reports.airport(icao)

  /** Undefined if the airport has none, or while loading. */
  readonly latest = (icao: string): Report | undefined => {
    const atMs = this.#atMs
    if (atMs === null) return this.#reports.latest(icao)
    let standing = this.#past?.standing(atMs).get(icao)
    // Reports of the live feed need no request.
    for (const report of this.#reports.received(icao)) {
      if (standsAt(report, atMs) && (!standing || compareReports(report, standing) > 0)) standing = report
    }
    return standing
  }

  /** The moment that the reports are of, Unix ms. */
  nowMs(): number {
    return this.#atMs ?? this.#server.clock.now()
  }

  isReady(): boolean {
    return this.#atMs === null || (this.#past?.isReady(this.#atMs) ?? false)
  }

  readonly version = (): number => this.#version

  readonly subscribe = this.#changes.subscribe

  #start(): () => void {
    const { clock } = this.#server
    let cancel: (() => void) | null = null
    const follow = () => {
      cancel = null
      this.#follow()
    }
    const stops = [
      this.#reports.subscribe((changed) => {
        if (changed === null || this.#atMs === null) this.#tell(changed)
      }),
      usePage.subscribe(({ shownAtMs }, before) => {
        if (shownAtMs === before.shownAtMs) return
        if (shownAtMs === null) follow()
        else cancel ??= clock.after(FOLLOW_EVERY_MS, follow)
      }),
      () => cancel?.(),
    ]
    this.#follow()
    return () => {
      for (const stop of stops) stop()
    }
  }

  #follow(): void {
    const { shownAtMs } = usePage.getState()
    if (shownAtMs === this.#atMs) return
    this.#atMs = shownAtMs
    if (shownAtMs !== null) {
      this.#past?.want(shownAtMs)
      this.#loadPast()
    }
    this.#tellAll()
  }

  #loadPast(): void {
    if (this.#isPastLoading) return
    this.#isPastLoading = true
    const { past, clock } = this.#server
    startLate(
      clock,
      () => import('./past-reports.ts'),
      ({ PastReports }) => {
        this.#past = new PastReports({ past, clock, changed: () => this.#tellAll() })
        if (this.#atMs !== null) this.#past.want(this.#atMs)
      },
    )
  }

  #tellAll(): void {
    this.#tell(new Set(this.#reports.airports().map(({ icao }) => icao)))
  }

  #tell(changed: ReadonlySet<string> | null): void {
    this.#version++
    this.#changes.emit(changed)
  }
}
