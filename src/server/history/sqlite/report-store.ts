import type { DatabaseSync } from 'node:sqlite'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import { type ReportRecord, reportIdentity } from '../../../contract/metar.ts'
import { parseInstantMs } from '../../../contract/time.ts'

export type ReportStore = ReturnType<typeof createReportStore>

/** When a report was observed, as well as it says. */
export function observedMsOf(record: ReportRecord, nowMs: number): number {
  return parseInstantMs(record.obs_time) ?? parseInstantMs(record.arrived_at) ?? nowMs
}

/** The table of airport reports. */
export function createReportStore(db: DatabaseSync) {
  const insert = db.prepare('INSERT OR IGNORE INTO reports (identity, icao, observed_ms, record) VALUES (?, ?, ?, ?)')
  // A correction has the time of what it corrects: the one that came last stands last.
  const latest = db.prepare(
    `SELECT record FROM reports AS report
     WHERE observed_ms = (SELECT max(observed_ms) FROM reports WHERE icao = report.icao) ORDER BY rowid`,
  )
  const between = db.prepare(
    'SELECT record FROM reports WHERE observed_ms >= ? AND observed_ms < ? ORDER BY observed_ms, rowid',
  )
  // The latest of each airport stays: it greys with age, and never vanishes.
  const removeBefore = db.prepare(
    `DELETE FROM reports WHERE observed_ms < ?
     AND observed_ms < (SELECT max(observed_ms) FROM reports AS other WHERE other.icao = reports.icao)`,
  )
  const count = db.prepare('SELECT count(*) AS count FROM reports')

  return {
    add(record: ReportRecord, nowMs: number): void {
      insert.run(reportIdentity(record), record.icao, observedMsOf(record, nowMs), stringifyJsonExact(record))
    },
    latest: (): ReportRecord[] => latest.all().map(({ record }) => parseJsonExact(String(record)) as ReportRecord),
    /** Reports of observations from that moment up to, not including, the other; oldest first. */
    between: (fromMs: number, toMs: number): ReportRecord[] =>
      between.all(fromMs, toMs).map(({ record }) => parseJsonExact(String(record)) as ReportRecord),
    removeBefore: (ms: number): void => void removeBefore.run(ms),
    count: (): number => Number(count.get()?.count),
  }
}
