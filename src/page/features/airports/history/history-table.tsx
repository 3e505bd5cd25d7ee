import { useTranslation } from 'react-i18next'
import type { Report } from '../../../../core/metar/report.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { clockText, dateText } from '../../../../core/util/format.ts'
import { downloadCsv } from '../../../desk/download.ts'
import { quantityText, useFormat } from '../../../i18n/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Folded } from '../../../ui/part/folded.tsx'
import { useCopy } from '../../../ui/part/use-said.ts'
import { type NearStrikes, nearAt } from '../panel/near-strikes.ts'
import { ceilingValue, visibilityText, windText } from '../panel/report-words.ts'
import { historyRows } from './history-csv.ts'
import styles from './report-history.module.css'

interface HistoryTableProps {
  icaos: readonly string[]
  /** Newest first. */
  reports: readonly Report[]
  /** Near the first of the airports. */
  strikes: NearStrikes | null
}

/** The same as the charts, in numbers and in the reports' own words, to be read, saved and copied. */
export function HistoryTable({ icaos, reports, strikes }: HistoryTableProps) {
  const { t: w } = useTranslation('airport-history')
  return (
    <Folded title={w('reports', { count: reports.length })} className={styles.reports}>
      <Takeaways icaos={icaos} reports={reports} strikes={strikes} />
      <Rows icaos={icaos} reports={reports} strikes={strikes} />
      <ol>
        {reports.map(({ icao, obsTimeMs, raw, isSpeci }) => (
          <li key={`${icao}/${obsTimeMs}/${raw}`} className={styles.report} data-speci={isSpeci || undefined}>
            {raw}
          </li>
        ))}
      </ol>
    </Folded>
  )
}

function Takeaways({ icaos, reports, strikes }: HistoryTableProps) {
  const { t: w } = useTranslation('airport-history')
  const { said, copy } = useCopy(reports.map(({ raw }) => raw).join('\n'))

  function save() {
    const name = `${icaos.join('-')}-${dateText(reports[0]?.obsTimeMs ?? 0, 'UTC')}.csv`
    downloadCsv(name, csvText(historyRows(reports, { icao: icaos[0]!, strikes })))
  }
  return (
    <div className={styles.takeaways}>
      <Button onClick={save}>{w('csv')}</Button>
      <Button onClick={copy}>{w('copyAll')}</Button>
      <output>{said ? w(said) : ''}</output>
    </div>
  )
}

function Rows({ icaos, reports, strikes }: HistoryTableProps) {
  const { t } = useTranslation('airports')
  const { t: w } = useTranslation('airport-history')
  const format = useFormat()
  const several = icaos.length > 1
  const columns = [
    'time',
    ...(several ? ['airport'] : []),
    'kind',
    'wind',
    'visibility',
    'ceiling',
    'temperature',
    'qnh',
    'weather',
    'strikes',
  ]
  const cells = (report: Report) => {
    const { obsTimeMs, temperatureC, dewPointC } = report
    return {
      time: `${dateText(obsTimeMs, 'UTC').slice(5)} ${clockText(obsTimeMs, 'UTC')}`,
      airport: report.icao,
      kind: kindOf(report),
      wind: windText(report, format, t),
      visibility: visibilityText(report, format, t),
      ceiling:
        report.ceilingFt !== null
          ? quantityText(ceilingValue(report, format, t))
          : report.ceilingKnown
            ? w('none_')
            : '–',
      temperature: `${format.temperature(temperatureC).value} / ${format.temperature(dewPointC).value} °C`,
      qnh: quantityText(format.pressure(report.qnhHpa)),
      weather: report.weather.join(' '),
      strikes: report.icao === icaos[0] ? String(nearAt(strikes, obsTimeMs) ?? '–') : '',
    } as Record<string, string>
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={w('tableOf', { airports: icaos.join(', ') })}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {w(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => {
            const cell = cells(report)
            return (
              <tr key={`${report.icao}/${report.obsTimeMs}/${report.raw}`}>
                {columns.map((column) => (
                  <td key={column}>{cell[column]}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function kindOf({ isSpeci, isCorrected, isAuto, isNil }: Report): string {
  const kind = isSpeci ? 'SPECI' : 'METAR'
  return [kind, isCorrected ? 'COR' : '', isAuto ? 'AUTO' : '', isNil ? 'NIL' : ''].filter(Boolean).join(' ')
}
