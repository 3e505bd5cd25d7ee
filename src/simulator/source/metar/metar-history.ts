import type { MetarHistoryRecord } from '../../../contract/standard.ts'
import type { StandardQuery } from '../../../contract/standard-queries.ts'
import { parseInstantMs } from '../../../contract/time.ts'
import { selectElements } from '../weather-answer.ts'
import { historyRecord } from './metar-parsed.ts'
import { type MetarSchedule, SLOT_MS } from './metar-schedule.ts'
import type { MetarSite } from './metar-site.ts'

/** Elements that `elements` can select; airport, time, text and type of report are always included. */
const SELECTABLE = [
  'wind_direction',
  'wind_speed',
  'wind_gust',
  'wind_direction_range_min',
  'wind_direction_range_max',
  'visibility',
  'temperature',
  'dew_point',
  'qnh',
  'weather',
] as const satisfies (keyof MetarHistoryRecord)[]

/** This many slots of all requested airports take a few milliseconds. */
const SLOTS_A_SLICE = 4

/** Generates the reports of the range for the schedule's cache, in slices that do not block the event loop. */
export function* makeReports(
  schedule: MetarSchedule,
  sites: MetarSite[],
  query: StandardQuery<'metarHistory'>,
  ms: number,
): Generator<void, void, void> {
  let made = 0
  for (const slotMs of slotsOf(query, ms)) {
    for (const site of sites) schedule.issuedAt(site, slotMs)
    if (++made % SLOTS_A_SLICE === 0) yield
  }
}

/** Reports of the range that arrived by `ms`, oldest first; a text if the requested elements are unknown. */
export function metarHistory(
  schedule: MetarSchedule,
  sites: MetarSite[],
  query: StandardQuery<'metarHistory'>,
  ms: number,
): MetarHistoryRecord[] | string {
  const elements = selectElements(query.elements, SELECTABLE)
  if (typeof elements === 'string') return elements
  const dropped = SELECTABLE.filter((name) => !elements.includes(name))
  const records: MetarHistoryRecord[] = []
  for (const slotMs of slotsOf(query, ms)) {
    for (const site of sites) {
      const arrived = schedule.issuedAt(site, slotMs).filter((issued) => issued.arrivedMs <= ms)
      const corrected = arrived.some(({ report }) => report.corrected)
      for (const { report } of arrived) {
        if (report.kind === 'SPECI' && !query.include_speci) continue
        if (report.auto && !query.include_auto) continue
        if (corrected && !report.corrected && query.corrected_select_strategy === 'corrected_only') continue
        const record: Record<string, unknown> = historyRecord(report)
        for (const name of dropped) delete record[name]
        records.push(record as MetarHistoryRecord)
      }
    }
  }
  return records
}

/** The slots of the range that are over by `ms`. */
function* slotsOf(query: StandardQuery<'metarHistory'>, ms: number): Generator<number, void, void> {
  // An instant without an offset is read as the document writes its own: UTC.
  const fromMs = parseInstantMs(query.start_time) ?? ms
  const toMs = Math.min(parseInstantMs(query.end_time) ?? ms, ms)
  for (let slotMs = Math.ceil(fromMs / SLOT_MS) * SLOT_MS; slotMs <= toMs; slotMs += SLOT_MS) yield slotMs
}
