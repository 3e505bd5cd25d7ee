import type { DatabaseSync } from 'node:sqlite'
import { parseJsonExact, stringifyJsonExact } from '../../../contract/json-exact.ts'
import { type ReportRecord, reportIdentity } from '../../../contract/metar.ts'
import { observedMs } from '../../../core/metar/observed-time.ts'

export type ReportStore = ReturnType<typeof createReportStore>

/** The time of observation, as precisely as reported. */
export function observedMsOf(record: ReportRecord, nowMs: number): number {
  return observedMs(record) ?? nowMs
}

/** Read position among reports, by time and order of arrival. */
export interface ReportPlace {
  /** Unix ms. */
  observedMs: number
  id: number
}

/** The table of airport reports. */
export function createReportStore(db: DatabaseSync) {
  const insert = db.prepare('INSERT OR IGNORE INTO reports (identity, icao, observed_ms, record) VALUES (?, ?, ?, ?)')
  // A correction has the time of the report it corrects: the later arrival is the latest report.
  const latest = db.prepare(
    `SELECT record FROM reports AS report
     WHERE observed_ms = (SELECT max(observed_ms) FROM reports WHERE icao = report.icao) ORDER BY rowid`,
  )
  const after = db.prepare(
    `SELECT observed_ms AS observedMs, rowid AS id, record FROM reports
     WHERE (observed_ms, rowid) > (?, ?) AND observed_ms < ? ORDER BY observed_ms, rowid LIMIT ?`,
  )
  // The latest report of each airport is never deleted: it is shown with its age.
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
    /** The next reports observed before that time, in order, and the position to continue from. */
    after(at: ReportPlace, toMs: number, limit: number): { records: ReportRecord[]; last: ReportPlace } {
      const rows = after.all(at.observedMs, at.id, toMs, limit)
      const records = rows.map(({ record }) => parseJsonExact(String(record)) as ReportRecord)
      const row = rows.at(-1)
      return { records, last: row ? { observedMs: Number(row.observedMs), id: Number(row.id) } : at }
    },
    removeBefore: (ms: number): void => void removeBefore.run(ms),
    count: (): number => Number(count.get()?.count),
  }
}
