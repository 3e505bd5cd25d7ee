import type { TFunction } from 'i18next'
import { Star } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BoardRow } from '../../../core/airports/board-row.ts'
import type { ReportCheck } from '../../../core/airports/report-check.ts'
import { lowestVisibilityM } from '../../../core/metar/flight-category.ts'
import { clockText } from '../../../core/util/format.ts'
import { formatTexts } from '../../../core/util/format-texts.ts'
import { metres } from '../../../core/util/units.ts'
import { airportName, airportPlace, airportTitle } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { countGlances, countTexts } from '../../airport/hold-timer-words.ts'
import { otherLevelsText, stopsText } from '../../airport/level-words.ts'
import { comingText } from '../../airport/outlook-words.ts'
import { useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './board.module.css'

addWords(import.meta.glob('../../../locales/*/outlook.json', { eager: true, import: 'default' }))

interface CellProps {
  row: BoardRow
}

export function WatchCell({ row: { airport, isWatched, isPlace } }: CellProps) {
  const { t } = useTranslation('board')
  const lang = usePage((state) => state.lang)
  const label = t('watch', { icao: isPlace ? airportName(airport, lang) : airport.icao })
  return (
    <button
      type="button"
      className={styles.star}
      tabIndex={-1} // W does the same for the row that has the focus
      aria-label={label}
      aria-pressed={isWatched}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        usePage.getState().toggleWatched(airport.icao)
      }}
    >
      <Star size="0.875rem" fill={isWatched ? 'currentcolor' : 'none'} aria-hidden="true" />
    </button>
  )
}

export function AirportCell({ row: { airport, isPlace } }: CellProps) {
  const lang = usePage((state) => state.lang)
  if (isPlace) {
    return (
      <span className={`${styles.airport} ${styles.place}`}>
        <strong>{airportName(airport, lang)}</strong> <span className={styles.name}>{airportPlace(airport, lang)}</span>
      </span>
    )
  }
  return (
    <span className={styles.airport}>
      <strong>{airport.icao}</strong> <span className={styles.name}>{airportTitle(airport, lang)}</span>
    </span>
  )
}

export function CategoryCell({ row: { category, isPlace } }: CellProps) {
  const { t } = useTranslation('board')
  if (isPlace) return <span className={styles.faint}>{t('place')}</span>
  return (
    <span className={styles.category}>
      <CategoryRing category={category} /> {t(`category.${category}`)}
    </span>
  )
}

/** The headline of the levels, then the others that are on with the nearest strike, and the recorded work stops. */
export function LightningCell({ row: { airport, holdTimer } }: CellProps) {
  const { distance, compass } = useFormat()
  const { tone, text, ladder } = useLevelsGlance(airport.icao)
  const nearest = holdTimer?.nearest
  const near = nearest ? `${quantityText(distance(nearest.km))} ${compass(nearest.bearingDeg)}` : ''
  const lang = usePage((state) => state.lang)
  const others = ladder ? otherLevelsText(ladder.state, ladder.nowMs, ladder.teller) : ''
  const stops = ladder ? stopsText(ladder.state, ladder.teller) : ''
  return (
    <span className={`${styles.lightning} ${styles.levels}`}>
      <span className={styles.toned} data-tone={tone}>
        {text}
      </span>
      <span className={styles.faint}>
        {others === '' ? null : (
          <span className={styles.others}>{near === '' ? others : `${others}${formatTexts(lang).clauses}`}</span>
        )}
        {near}
      </span>
      {stops === '' ? null : (
        <>
          {' '}
          <span className={`${styles.faint} ${styles.stops}`}>{stops}</span>
        </>
      )}
    </span>
  )
}

/** The approaching storm, as in the airport’s panel without earliest ends, which the levels of the row have. */
export function ArrivalCell({ row: { coming } }: CellProps) {
  const { t } = useTranslation('outlook')
  const { arrival, chance } = comingText(coming, null, t)
  if (coming.kind === 'unknown') return <span title={t('unknownHint')}>{arrival}</span>
  return (
    <span className={styles.coming}>
      <span
        className={`${styles.toned} ${styles.arrival}`}
        data-tone={arrival ? 'warn' : undefined}
        title={arrival || undefined}
      >
        {arrival || t('none')}
      </span>{' '}
      <span className={styles.faint}>{chance}</span>
    </span>
  )
}

export function StrokesCell({ row: { holdTimer } }: CellProps) {
  const usual = usePage((state) => state.rings)
  const { t } = useTranslation('board')
  if (!holdTimer) return '–'
  const own = holdTimer.rings.map(({ km }) => km).join('/')
  const isPerhaps = holdTimer.rings.some(({ perhaps }) => perhaps > 0)
  const hint = isPerhaps ? t('perhapsHint', { counts: countTexts(holdTimer).join(' / ') }) : undefined
  return (
    <span className={styles.levels} title={hint}>
      {countGlances(holdTimer).join(' / ')}{' '}
      {/* Rings other than those of the column header are named with their counts. */}
      {own === usual.join('/') ? null : <span className={styles.faint}>{`◎${own}`}</span>}
    </span>
  )
}

export function WindCell({ row: { report } }: CellProps) {
  const { t } = useTranslation('board')
  const { windSpeed } = useFormat()
  if (!report || report.windSpeedMps === null) return t('unknown')
  if (report.windSpeedMps === 0 && report.windDirectionDeg === null) return t('calm')
  const degrees = report.windDirectionDeg === null ? '///' : `${String(report.windDirectionDeg).padStart(3, '0')}°`
  const from = report.windVariable ? t('variable') : degrees
  const { value, unit } = windSpeed(report.windSpeedMps)
  const speed = { value: report.windSpeedIsMinimum ? `≥ ${value}` : value, unit }
  if (report.windGustMps === null) return `${from} ${quantityText(speed)}`
  return (
    <>
      {from} {speed.value} <strong>{t('gust', { speed: windSpeed(report.windGustMps).value })}</strong> {speed.unit}
    </>
  )
}

export function VisibilityCell({ row: { report } }: CellProps) {
  const { visibility } = useFormat()
  const lowestM = report && lowestVisibilityM(report)
  return lowestM != null && lowestM >= 10_000 ? '≥ 10 km' : quantityText(visibility(lowestM))
}

export function CeilingCell({ row: { report } }: CellProps) {
  const { t } = useTranslation('board')
  const { height } = useFormat()
  if (report?.ceilingFt != null)
    return `${report.ceilingKnown ? '' : '≤ '}${quantityText(height(metres(report.ceilingFt)))}`
  return report?.ceilingKnown ? t('noCeiling') : t('unknown')
}

export function WeatherCell({ row: { report, check } }: CellProps) {
  const { t } = useTranslation('board')
  return (
    <span className={styles.weather}>
      <code title={report?.weather.join(' ')}>{report?.weather.join(' ')}</code>
      {check ? <Badge tone="warn">{checkText(check, t)}</Badge> : null}
    </span>
  )
}

export function checkText({ kind }: ReportCheck, t: TFunction<'board'>): string {
  if (kind === 'ts-missing') return t('tsMissing')
  return kind === 'vcts-missing' ? t('vctsMissing') : t('tsStands')
}

export function QnhCell({ row: { report } }: CellProps) {
  const { pressure } = useFormat()
  return quantityText(pressure(report?.qnhHpa))
}

export function AgeCell({ row: { report, age: state, holdTimer, isPlace } }: CellProps) {
  const { t } = useTranslation('board')
  const { age } = useFormat()
  if (isPlace) return null
  if (!report) return <span className={styles.faint}>{t('noReport')}</span>
  const ago = holdTimer ? t('ago', { age: age(holdTimer.nowMs - report.obsTimeMs) }) : ''
  return (
    <span className={styles.age} title={ago}>
      <span className={styles.toned} data-tone={state === 'current' ? undefined : 'warn'}>
        {clockText(report.obsTimeMs, 'UTC')}
      </span>
      {state === 'current' ? null : <span className={styles.faint}>{ago}</span>}
      {report.isSpeci ? <Badge tone="info">{t('speci')}</Badge> : null}
    </span>
  )
}
