import type { TFunction } from 'i18next'
import { countText } from '../../../../core/util/format.ts'
import type { LineState } from '../../../live/line-watch.ts'
import type { RowSummary } from './row-summary.ts'

export type AirportT = TFunction<'airports'>

/** `292 airports, 240 with a report, newest observed 2 min ago`. */
export function countsText(summary: RowSummary, newestAge: string | null, t: AirportT): string {
  const airports = countText(summary.airports)
  const withReport = countText(summary.withReport)
  return newestAge === null
    ? t('row.noReports', { airports })
    : t('row.counts', { airports, withReport, age: newestAge })
}

/** The state of the report feed; `since` is its start. Reports are rare: this feed is never `silent`. */
export function stateText({ kind }: Pick<LineState, 'kind'>, since: string, t: AirportT): string {
  return t(`row.state.${kind}`, { since })
}
