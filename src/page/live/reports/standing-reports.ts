import { useSyncExternalStore } from 'react'
import type { Airport } from '../../../core/airports/airport.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'
import { usePage } from '../../state/page-store.ts'
import { type ServerConnection, useServerConnection } from '../server-connection.ts'
import { useShownAt } from '../time/use-shown-at.ts'
import { PastReports, standsAt } from './past-reports.ts'
import { reportStore } from './report-store.ts'

/** While another moment is sought, airports follow so often. */
const FOLLOW_EVERY_MS = 300

/** The reports that stand at the shown moment: the latest ones while live, those of then while it is past. */
export class StandingReports {
  readonly #contract: ServerConnection
  readonly #listeners = new Set<(changed: ReadonlySet<string> | null) => void>()
  #past: PastReports | null = null
  #atMs: number | null = null
  #version = 0
  #stop: (() => void) | null = null

  constructor(connection: ServerConnection) {
    this.#contract = connection
  }

  readonly airports = (): readonly Airport[] => reportStore.airports()

  readonly airport = (icao: string): Airport | undefined => reportStore.airport(icao)

  /** Undefined where the airport has none, or while it is on its way. */
  readonly latest = (icao: string): Report | undefined => {
    const atMs = this.#atMs
    if (atMs === null) return reportStore.latest(icao)
    let standing = this.#past?.standing(atMs).get(icao)
    // What the live line brought is known without asking.
    for (const report of reportStore.received(icao)) {
      if (standsAt(report, atMs) && (!standing || compareReports(report, standing) > 0)) standing = report
    }
    return standing
  }

  /** The moment that the reports are of, Unix ms. */
  nowMs(): number {
    return this.#atMs ?? this.#contract.clock.now()
  }

  isReady(): boolean {
    return this.#atMs === null || (this.#past?.isReady(this.#atMs) ?? false)
  }

  /** Grows with every change. */
  readonly version = (): number => this.#version

  /** Hears which airports have another report; `null` means the list itself. Answers how to stop. */
  readonly subscribe = (listener: (changed: ReadonlySet<string> | null) => void): (() => void) => {
    const own = (changed: ReadonlySet<string> | null) => listener(changed)
    this.#listeners.add(own)
    this.#stop ??= this.#start()
    return () => {
      this.#listeners.delete(own)
      if (this.#listeners.size > 0) return
      this.#stop?.()
      this.#stop = null
    }
  }

  #start(): () => void {
    const { clock } = this.#contract
    let cancel: (() => void) | null = null
    const follow = () => {
      cancel = null
      this.#follow()
    }
    const stops = [
      reportStore.subscribe((changed) => {
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
      const { past, clock } = this.#contract
      this.#past ??= new PastReports({ past, clock, changed: () => this.#tellAll() })
      this.#past.want(shownAtMs)
    }
    this.#tellAll()
  }

  #tellAll(): void {
    this.#tell(new Set(reportStore.airports().map(({ icao }) => icao)))
  }

  #tell(changed: ReadonlySet<string> | null): void {
    this.#version++
    for (const listener of [...this.#listeners]) listener(changed)
  }
}

const known = new WeakMap<ServerConnection, StandingReports>()

export function standingReportsOf(connection: ServerConnection): StandingReports {
  let standing = known.get(connection)
  if (!standing) {
    standing = new StandingReports(connection)
    known.set(connection, standing)
  }
  return standing
}

/** The reports that stand at the shown moment; the component renders again when one of them changes. */
export function useStandingReports(): StandingReports {
  const standing = standingReportsOf(useServerConnection())
  useSyncExternalStore(standing.subscribe, standing.version)
  return standing
}

/** An airport's report at a moment of the past that is shown; null while live. */
export function useStandingReport(icao: string): { atMs: number; report: Report | undefined; isReady: boolean } | null {
  const standing = useStandingReports()
  const shownAtMs = useShownAt()
  if (shownAtMs === null) return null
  return { atMs: standing.nowMs(), report: standing.latest(icao), isReady: standing.isReady() }
}
