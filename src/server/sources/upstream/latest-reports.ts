import type { ReportRecord } from '../../../contract/metar.ts'
import { compareRecords } from '../../../core/metar/observed-time.ts'

export function createLatestReports() {
  const byIcao = new Map<string, ReportRecord>()

  return {
    clear: () => byIcao.clear(),
    add(records: readonly ReportRecord[]): void {
      for (const record of records) {
        const known = byIcao.get(record.icao)
        if (!known || compareRecords(record, known) >= 0) byIcao.set(record.icao, record)
      }
    },
    of(icaos: string[] | 'all'): ReportRecord[] {
      if (icaos === 'all') return [...byIcao.values()]
      return [...new Set(icaos.map((icao) => icao.toUpperCase()))].flatMap((icao) => byIcao.get(icao) ?? [])
    },
    get size(): number {
      return byIcao.size
    },
  }
}
