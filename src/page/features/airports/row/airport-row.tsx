import { useTranslation } from 'react-i18next'
import { CATEGORIES, CATEGORY_PRESETS } from '../../../../core/metar/flight-category.ts'
import { wholeMinute } from '../../../../core/time/durations.ts'
import { CategoryRing, PaleRing } from '../../../airport/category-ring.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAreReportsStale } from '../../../live/reports/stale-reports.ts'
import { useStandingReports } from '../../../live/reports/use-standing-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { useReportLine } from '../../../live/use-line-state.ts'
import { usePage } from '../../../state/page-store.ts'
import { Legend } from '../../../ui/legend.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AirportList } from './airport-list.tsx'
import styles from './airport-row.module.css'
import { type RowSummary, summarise } from './row-summary.ts'
import { type AirportT, countsText, stateText } from './row-words.ts'

addWords(import.meta.glob('../../../../locales/*/airports.json', { eager: true, import: 'default' }))

/** Number of airports, number with a report, age, state, and the legend of the rings. */
export default function AirportRow() {
  const { t } = useTranslation('airports')
  const { t: page } = useTranslation('page')
  const { age, utcTime } = useFormat()
  const standing = useStandingReports()
  const shownAtMs = useShownAt()
  const minuteMs = useOfNow((nowMs) => wholeMinute(shownAtMs ?? nowMs))
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]
  const { live } = useServerConnection()
  const line = useReportLine()
  const summary = summarise(standing, minuteMs, { preset, areReportsStale: useAreReportsStale() })
  const { newestMs } = summary
  const newest = useOfNow((nowMs) => (newestMs === null ? null : age((shownAtMs ?? nowMs) - newestMs)))

  const list = live.reports.listState()
  if (list.kind === 'loading') {
    return (
      <div className={styles.row}>
        <p role="status">{t('row.loading')}</p>
        <p className={styles.state} data-state={line.kind}>
          {stateText(line, utcTime(line.sinceMs), t)}
        </p>
      </div>
    )
  }
  if (list.kind === 'failed') {
    const raw = { label: page('technical'), text: list.reason }
    return <Notice tone="bad" title={t('row.listFailed')} detail={t('row.listFailedDetail')} raw={raw} />
  }
  return (
    <div className={styles.row}>
      <p>{countsText(summary, newest, t)}</p>
      <p className={styles.state} data-state={shownAtMs === null ? line.kind : 'past'}>
        {shownAtMs === null
          ? stateText(line, utcTime(line.sinceMs), t)
          : t(standing.isReady() ? 'row.past' : 'row.pastLoading', { time: utcTime(shownAtMs) })}
      </p>
      <div data-about>
        <Legend label={t('row.legend')} items={legendItems(summary, t)} />
      </div>
      <AirportList />
      <details className="faint" data-about>
        <summary>{t('row.meaning')}</summary>
        <p>{t(`preset.${preset.id}.rule`)}</p>
        <p>{t('row.signs')}</p>
      </details>
    </div>
  )
}

function legendItems(summary: RowSummary, t: AirportT) {
  const items = CATEGORIES.map((category) => ({
    swatch: <CategoryRing category={category} />,
    label: t('row.category', { category: t(`category.${category}`), count: summary.byCategory[category] }),
  }))
  const more = [
    { swatch: <PaleRing />, label: t('row.outdated', { count: summary.outdated }), count: summary.outdated },
    { swatch: <PaleRing />, label: t('row.without', { count: summary.withoutReport }), count: summary.withoutReport },
  ]
  return [...items, ...more.filter(({ count }) => count > 0)]
}
