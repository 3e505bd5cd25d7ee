import type { Past } from '../../../client/history/past.ts'
import { reportFromRecord } from '../../../core/metar/read-report.ts'
import { compareReports, type Report } from '../../../core/metar/report.ts'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { HOUR_MS } from '../../../core/time/durations.ts'
import { PieceLoader } from '../piece-loader.ts'
import { STANDS_MS, standsAt } from './stands-at.ts'

/** Cached hours: moving back and forth needs no new requests. */
const HOURS_KEPT = 24
const DECODED_AT_ONCE = 40

/** Reports that were current at moments of the past, from our server's history, hour by hour. */
export class PastReports {
  /** By hour of observation, in the order of requests. */
  readonly #hours = new Map<number, { reports: readonly Report[]; askedMs: number }>()
  readonly #deps: { past: Pick<Past, 'reports'>; clock: Clock; changed(): void }
  readonly #loader: PieceLoader<number>
  #wantedMs: number | null = null
  #standing: { atMs: number; version: number; byIcao: Map<string, Report> } | null = null
  #version = 0

  constructor(deps: { past: Pick<Past, 'reports'>; clock: Clock; changed(): void }) {
    this.#deps = deps
    this.#loader = new PieceLoader({
      clock: deps.clock,
      next: () => this.#next(),
      load: (hour, signal) => this.#load(hour, signal),
    })
  }

  /** Requests the reports of a moment. Cheap to call. */
  want(atMs: number): void {
    this.#wantedMs = atMs
    this.#loader.run()
  }

  /** True when all reports that may be current at that moment are loaded. */
  isReady(atMs: number): boolean {
    return hoursOf(atMs).every((hour) => this.#isHeld(hour, atMs))
  }

  /** The report of each airport that was current at that moment, if received by then. */
  standing(atMs: number): Map<string, Report> {
    const held = this.#standing
    if (held && held.atMs === atMs && held.version === this.#version) return held.byIcao
    const byIcao = new Map<string, Report>()
    for (const hour of hoursOf(atMs)) {
      for (const report of this.#hours.get(hour)?.reports ?? []) {
        if (!standsAt(report, atMs)) continue
        const other = byIcao.get(report.icao)
        if (!other || compareReports(report, other) > 0) byIcao.set(report.icao, report)
      }
    }
    this.#standing = { atMs, version: this.#version, byIcao }
    return byIcao
  }

  #isHeld(hour: number, atMs: number): boolean {
    // A response from after that moment contains all reports received by then.
    return (this.#hours.get(hour)?.askedMs ?? Number.NEGATIVE_INFINITY) >= atMs
  }

  #next(): number | null {
    const atMs = this.#wantedMs
    if (atMs === null) return null
    return hoursOf(atMs).find((hour) => !this.#isHeld(hour, atMs)) ?? null
  }

  async #load(hour: number, signal: AbortSignal): Promise<void> {
    const { past, clock, changed } = this.#deps
    const askedMs = clock.now()
    const records = await past.reports({ fromMs: hour * HOUR_MS, toMs: (hour + 1) * HOUR_MS }, signal)
    const reports: Report[] = []
    for (const [i, record] of records.entries()) {
      const report = reportFromRecord(record)
      if (report && !report.isNil) reports.push(report)
      if (i % DECODED_AT_ONCE === DECODED_AT_ONCE - 1) await delay(clock, 0, signal) // the screen has its turn
    }
    this.#hours.delete(hour)
    this.#hours.set(hour, { reports, askedMs })
    for (const oldest of this.#hours.keys()) {
      if (this.#hours.size <= HOURS_KEPT) break
      this.#hours.delete(oldest)
    }
    this.#version++
    changed()
  }
}

/** The hours in which a report current at that moment can have been observed, latest first. */
function hoursOf(atMs: number): number[] {
  const hours: number[] = []
  for (let hour = Math.floor(atMs / HOUR_MS); (hour + 1) * HOUR_MS > atMs - STANDS_MS; hour--) hours.push(hour)
  return hours
}
