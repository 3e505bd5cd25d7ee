import type { AlarmSheet } from '../../contract/verification/alarm-sheet.ts'
import { csvText } from '../util/csv.ts'

/** A sheet as two tables separated by an empty line: figures and alarms. Times are UTC, durations minutes. */
export function alarmSheetCsv({ place, simulated, rule, from, to, figures, leftOut, list }: AlarmSheet): string {
  const { leadMin, leadAtLeast, dwellMin, quiet } = figures
  const measures: [string, string | number | null][] = [
    ['place', place],
    ['simulated', simulated ? 'yes' : 'no'],
    ['from', from],
    ['to', to],
    ['ring km', rule.ringKm],
    ['alarm from km', rule.alarmKm],
    ['alarm from strikes', rule.strikes],
    ['strikes within min', rule.withinMin],
    ['alarm from a chance of %', rule.chance?.percent ?? null],
    ['chance within min', rule.chance?.minutes ?? null],
    ['chance in the ring of km', rule.chance?.ringKm ?? null],
    ['hold min', rule.holdMin],
    ['alarms', figures.alarms],
    ['effective alarms', figures.effective],
    ['failures to warn', figures.failures],
    ['false alarms', figures.falseAlarms],
    ['strikes in the ring', figures.strikes],
    ['strikes in the ring without an alarm', figures.strikesMissed],
    ['probability of detection', figures.pod],
    ['false alarm ratio', figures.far],
    ['lead time min, mean', leadMin.mean],
    ['lead time min, median', leadMin.median],
    ['lead time min, least', leadMin.least],
    ...leadAtLeast.map(({ minutes, share }): [string, number | null] => [
      `lead time of at least ${minutes} min`,
      share,
    ]),
    ['dwell time min, mean', dwellMin.mean],
    ['dwell time min, median', dwellMin.median],
    ['alarm min, altogether', figures.alarmMin],
    ...quiet.flatMap(({ afterMin, cases, struck }): [string, number][] => [
      [`quiet for ${afterMin} min`, cases],
      ['of these struck within 30 min', struck],
    ]),
    ['left out: alarms', leftOut.alarms],
    ['left out: min not observed', leftOut.minutes],
  ]
  const rows = [
    ['measure', 'value'],
    ...measures,
    [],
    ['kind', 'from', 'to', 'first strike in the ring', 'lead min', 'dwell min', 'strikes in the ring'],
    ...list.map((each) => [each.kind, each.from, each.to, each.struck, each.leadMin, each.dwellMin, each.strikes]),
  ]
  return csvText(rows)
}
