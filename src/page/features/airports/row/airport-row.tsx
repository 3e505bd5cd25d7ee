import { useTranslation } from 'react-i18next'
import { isInside, viewBox } from '../../../../core/geo/geo.ts'
import {
  CATEGORIES,
  CATEGORY_PRESETS,
  type FlightCategory,
  flightCategory,
  presentCategory,
} from '../../../../core/metar/flight-category.ts'
import { reportAge } from '../../../../core/metar/report.ts'
import { wholeMinute } from '../../../../core/time/durations.ts'
import { airportTitle } from '../../../airport/airport-words.ts'
import { CategoryRing, PaleRing } from '../../../airport/category-ring.tsx'
import { FeaturesInViewList, LISTED_MAX } from '../../../desk/panels/features-in-view-list.tsx'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAreReportsStale } from '../../../live/reports/stale-reports.ts'
import { useStandingReports } from '../../../live/reports/use-standing-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { useShownAt } from '../../../live/time/use-shown-at.ts'
import { useReportLine } from '../../../live/use-line-state.ts'
import { useMapSize } from '../../../map/map-size.ts'
import { usePage } from '../../../state/page-store.ts'
import { Legend } from '../../../ui/legend.tsx'
import { Notice } from '../../../ui/notice.tsx'
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

addWords(import.meta.glob('../../../../locales/*/airports-list.json', { eager: true, import: 'default' }))

const WORST_FIRST: readonly FlightCategory[] = ['lifr', 'ifr', 'mvfr', 'vfr', 'unknown']

/** The airports in view, those with the lowest category first. */
function AirportList() {
  const { t: airports } = useTranslation('airports')
  const { t } = useTranslation('airports-list')
  const standing = useStandingReports()
  const { width, height } = useMapSize()
  const lang = usePage((state) => state.lang)
  const areReportsStale = useAreReportsStale()
  const preset = CATEGORY_PRESETS[usePage((state) => state.categoryScheme)]

  function look() {
    const box = viewBox(usePage.getState().view, width, height)
    const inView = standing.airports().flatMap((airport) => {
      if (!isInside(box, airport)) return []
      const report = standing.latest(airport.icao)
      if (!report) return [{ airport, category: 'unknown' as const }]
      const age = reportAge(report.obsTimeMs, standing.nowMs())
      return [{ airport, category: presentCategory(flightCategory(report, preset), age, areReportsStale) }]
    })
    inView.sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.category) - WORST_FIRST.indexOf(b.category) ||
        a.airport.icao.localeCompare(b.airport.icao),
    )
    const things = inView.slice(0, LISTED_MAX).map(({ airport, category }) => {
      const name = airportTitle(airport, lang)
      return {
        kind: 'airport',
        id: airport.icao,
        at: airport,
        said: airports(`category.${category}`),
        content: (
          <>
            <CategoryRing category={category} />
            <span>{airport.icao}</span>
            <span>{name}</span>
          </>
        ),
      }
    })
    return { things, all: inView.length }
  }

  return <FeaturesInViewList title={t('title')} look={look} note={(counts) => t('note', counts)} none={t('none')} />
}
