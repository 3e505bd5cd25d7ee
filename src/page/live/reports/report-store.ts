import type { Airport } from '../../../core/airports/airport.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { Emitter } from '../../../core/util/emitter.ts'

/** How far back the received reports of an airport are kept, to continue the history that was loaded. */
const KEPT_MS = DAY_MS

/** Whether the list of airports is loaded. `failed` has the reason; loading is retried. */
export type ListState = { kind: 'loading' } | { kind: 'ready' } | { kind: 'failed'; reason: string }

export interface ReportStore {
  /** In the order of the list. */
  airports(): readonly Airport[]
  airport(icao: string): Airport | undefined
  listState(): ListState
  latest(icao: string): Report | undefined
  /** Time of the airport's last NIL report, if none followed; Unix ms. */
  nilSince(icao: string): number | null
  /** Received reports of the last 24 h, oldest first; the same array until one is added. */
  received(icao: string): readonly Report[]
  /** Grows with every change. */
  version(): number
  /**
   * Called with the airports that have a new latest report; `null` means the list itself. Returns a function that stops
   * this.
   */
  subscribe(listener: (changed: ReadonlySet<string> | null) => void): () => void

  setAirports(airports: readonly Airport[]): void
  setListFailed(reason: string): void
  add(reports: readonly Report[]): void
}

/** The airports and their latest reports, outside React. */
export function createReportStore(): ReportStore {
  let airports: readonly Airport[] = []
  let listState: ListState = { kind: 'loading' }
  let version = 0
  const byIcao = new Map<string, Airport>()
  const latest = new Map<string, Report>()
  const nils = new Map<string, number>()
  const received = new Map<string, readonly Report[]>()
  const changes = new Emitter<ReadonlySet<string> | null>()
  const none: readonly Report[] = []

  function tell(changed: ReadonlySet<string> | null) {
    version++
    changes.emit(changed)
  }

  return {
    airports: () => airports,
    airport: (icao) => byIcao.get(icao),
    listState: () => listState,
    latest: (icao) => latest.get(icao),
    nilSince(icao) {
      const nilMs = nils.get(icao) ?? null
      const held = latest.get(icao)
      return nilMs === null || (held && held.obsTimeMs >= nilMs) ? null : nilMs
    },
    received: (icao) => received.get(icao) ?? none,
    version: () => version,
    subscribe: (listener) => changes.subscribe(listener),

    setAirports(list) {
      byIcao.clear()
      for (const airport of list) byIcao.set(airport.icao, airport)
      airports = [...byIcao.values()]
      listState = { kind: 'ready' }
      tell(null)
    },

    setListFailed(reason) {
      if (listState.kind === 'ready') return // yesterday's list is as good
      listState = { kind: 'failed', reason }
      tell(null)
    },

    add(reports) {
      const changed = new Set<string>()
      for (const report of reports) {
        const { icao } = report
        if (report.isNil) {
          if (report.obsTimeMs <= (nils.get(icao) ?? 0)) continue
          nils.set(icao, report.obsTimeMs)
          changed.add(icao)
          continue
        }
        const kept = received.get(icao) ?? none
        if (kept.some((each) => each.obsTimeMs === report.obsTimeMs && each.raw === report.raw)) continue
        received.set(icao, joined(kept, report))
        const held = latest.get(icao)
        if (held && compareReports(report, held) <= 0) continue
        latest.set(icao, report)
        changed.add(icao)
      }
      if (changed.size > 0) tell(changed)
    },
  }
}

function joined(kept: readonly Report[], report: Report): readonly Report[] {
  const all = [...kept, report].sort(compareReports)
  const newestMs = all.at(-1)!.obsTimeMs
  return all.filter((each) => each.obsTimeMs > newestMs - KEPT_MS)
}
