import type { ReportRecord } from '../../../contract/metar.ts'
import { parseInstantMs } from '../../../contract/time.ts'

/** The latest report of each airport. */
export function createLatestReports() {
  const byIcao = new Map<string, ReportRecord>()

  return {
    clear: () => byIcao.clear(),
    add(records: readonly ReportRecord[]): void {
      for (const record of records) {
        const known = byIcao.get(record.icao)
        if (!known || !isOlder(record, known)) byIcao.set(record.icao, record)
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

/** By observation, then by arrival: a correction has the time of what it corrects. */
function isOlder(record: ReportRecord, known: ReportRecord): boolean {
  const observed = (parseInstantMs(record.obs_time) ?? 0) - (parseInstantMs(known.obs_time) ?? 0)
  if (observed !== 0) return observed < 0
  return (parseInstantMs(record.arrived_at) ?? 0) < (parseInstantMs(known.arrived_at) ?? 0)
}
