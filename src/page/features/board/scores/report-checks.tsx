import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CheckFigures,
  REPORT_CHECKS_PATH,
  reportChecksSchema,
  type ReportChecks as ServedChecks,
} from '../../../../contract/verification/accumulations.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { csvText } from '../../../../core/util/csv.ts'
import { downloadCsv } from '../../../desk/download.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { LabelledSelect } from '../../../ui/field/select.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { FiguresTable } from './figures-table.tsx'
import styles from './scores.module.css'

addWords(import.meta.glob('../../../../locales/*/checks.json', { eager: true, import: 'default' }))

const ASK_AGAIN_MS = 10 * MINUTE_MS
const ICAO = /^[A-Z][A-Z0-9]{3}$/
const COLUMNS = [
  'reports',
  'hits',
  'otherBand',
  'missingAt',
  'missingVicinity',
  'overSeen',
  'overNone',
  'pod',
  'far',
  'leftOut',
] as const
/** `of`: the airport or month of the figures; empty: all. */
type Checks = ServedChecks & { of: string }
type Row = readonly [name: string, figures: CheckFigures]

/**
 * Thunder in airport reports compared with strikes: by month, of all airports or one, and by airport, of all months or
 * one.
 */
export function ReportChecks() {
  const { t } = useTranslation('checks')
  const { ask } = useServerConnection()
  const [airport, setAirport] = useState('')
  const [month, setMonth] = useState('')
  const wanted = airport.trim().toUpperCase()
  const icao = ICAO.test(wanted) ? wanted : ''
  const checksOf = (of: string, query: Record<string, string>) => ({
    queryKey: ['report checks', query],
    async queryFn({ signal }: { signal: AbortSignal }): Promise<Checks> {
      const checks = await ask(REPORT_CHECKS_PATH, reportChecksSchema, { query, product: 'lightning', signal })
      return { ...checks, of }
    },
    staleTime: ASK_AGAIN_MS,
    refetchInterval: ASK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const byMonth = useQuery(checksOf(icao, icao ? { icao } : {}))
  const byAirport = useQuery(checksOf(month, month ? { from: month, to: month } : {}))
  const all = byMonth.data
  const months = new Set([...(all?.months ?? []).map((each) => each.month), ...(month ? [month] : [])])
  const isUnread = wanted !== '' && icao === ''
  const failed = byMonth.isError || byAirport.isError
  return (
    <section className={styles.scores} aria-label={t('title')}>
      <div className={`fields ${styles.controls}`}>
        <label>
          <span>{t('airport')}</span>
          <input
            value={airport}
            spellCheck={false}
            maxLength={4}
            aria-invalid={isUnread}
            onChange={({ target }) => setAirport(target.value)}
          />
        </label>
        <LabelledSelect
          label={t('month')}
          value={month}
          options={['', ...[...months].sort()]}
          nameOf={(each) => each || t('allMonths')}
          onChange={setMonth}
        />
      </div>
      {isUnread ? <Notice tone="unknown" title={t('noCode')} /> : null}
      {all && byAirport.data ? <Tables byMonth={all} byAirport={byAirport.data} t={t} /> : null}
      {failed ? <Notice tone="unknown" title={t('failed')} /> : null}
      {failed || (all && byAirport.data) ? null : <Loading label={t('loading')} lines={6} />}
    </section>
  )
}

function Tables({ byMonth, byAirport, t }: { byMonth: Checks; byAirport: Checks; t: TFunction }) {
  if (byMonth.state === 'no-strikes') return <Notice tone="unknown" title={t('noStrikes')} />
  if (byMonth.state === 'waiting') return <Notice tone="unknown" title={t('waiting')} />
  const months: Row[] = byMonth.months.map((each) => [each.month, each])
  const airports: Row[] = byAirport.airports.map((each) => [each.icao, each])
  return (
    <>
      <p className="faint">
        {t('explain')} {byMonth.simulated ? t('simulated') : null}
      </p>
      <ChecksTable
        title={byMonth.of ? t('byMonthOf', { icao: byMonth.of }) : t('byMonth')}
        first={t('month')}
        rows={[...months, [t('all'), byMonth.all]]}
        file={`thunder-reports-${byMonth.of || 'all'}.csv`}
        t={t}
      />
      <ChecksTable
        title={byAirport.of ? t('byAirportOf', { month: byAirport.of }) : t('byAirport')}
        first={t('icao')}
        rows={airports}
        file={`thunder-reports-${byAirport.of || 'all-months'}.csv`}
        t={t}
      />
      <p>
        <Button onClick={() => print()}>{t('print')}</Button>
      </p>
    </>
  )
}

interface ChecksTableProps {
  title: string
  /** Heading of the first column. */
  first: string
  rows: readonly Row[]
  file: string
  t: TFunction
}

function ChecksTable({ title, first, rows, file, t }: ChecksTableProps) {
  const names = [first, ...COLUMNS.map((column) => t(`column.${column}`))]
  const cells = rows.map(([name, figures]) => [name, ...COLUMNS.map((column) => cellOf(figures[column], column, t))])
  const save = () => downloadCsv(file, csvText([names, ...cells]))
  return (
    <>
      <div className={`fields ${styles.controls}`}>
        <h3>{title}</h3>
        <Button onClick={save}>{t('csv')}</Button>
      </div>
      {rows.length === 0 ? <p className="faint">{t('none')}</p> : null}
      <FiguresTable label={title} names={names} rows={cells} isWordy />
    </>
  )
}

function cellOf(value: number | null, column: (typeof COLUMNS)[number], t: TFunction): string | number {
  if (value === null) return t('unknown')
  return column === 'pod' || column === 'far' ? value.toFixed(2) : value
}
