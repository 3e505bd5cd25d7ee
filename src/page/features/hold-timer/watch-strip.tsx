import { useTranslation } from 'react-i18next'
import type { AirportClock } from '../../core/airport-clock.ts'
import { CATEGORY_PRESETS, flightCategory } from '../../core/flight-category.ts'
import { reportAge } from '../../core/report.ts'
import { checkReport, type ReportCheck } from '../../core/report-check.ts'
import { addWords } from '../../shell/add-words.ts'
import { airportName } from '../../shell/airport-words.ts'
import { CategoryRing } from '../../shell/category-ring.tsx'
import { clockStrings } from '../../shell/clock-strings.ts'
import { glanceTold } from '../../shell/clock-words.ts'
import { useContract } from '../../shell/contract-context.ts'
import { quantityText, useFormat } from '../../shell/format.ts'
import { OfNow } from '../../shell/of-now.tsx'
import { useShell } from '../../shell/shell-store.ts'
import { isStale } from '../../shell/strike-memory.ts'
import { useAirportClock } from '../../shell/use-airport-clock.ts'
import { useNow } from '../../shell/use-now.ts'
import { useAirport, useLatestReport } from '../../shell/use-reports.ts'
import { useShortcuts } from '../../shell/use-shortcuts.ts'
import styles from './clock.module.css'

addWords('clock', clockStrings)

const ZOOM = 8
const CHECK_KEY: Record<ReportCheck['kind'], string> = {
  'ts-missing': 'watch.tsMissing',
  'vcts-missing': 'watch.vctsMissing',
  'ts-stands': 'watch.tsStands',
}

/** How the rings of all watched airports stand, without a click. */
export default function WatchStrip() {
  const { t } = useTranslation('clock')
  const watched = useShell((state) => state.watched)
  useShortcuts({ w: watchSelected })
  if (watched.length === 0) return null
  return (
    <nav className={styles.strip} aria-label={t('watch.strip')}>
      <OfNow words="rowOfNow" />
      <FeedAge />
      {watched.map((icao) => (
        <Chip key={icao} icao={icao} />
      ))}
    </nav>
  )
}

/** After a search: the code, Enter, W. */
function watchSelected(): void {
  const { selection, toggleWatched } = useShell.getState()
  if (selection?.kind === 'airport') toggleWatched(selection.id)
}

/** How old the newest that is known of lightning is: what the rings say is worth no more than that. */
function FeedAge() {
  const { t } = useTranslation('clock')
  const { age } = useFormat()
  const { strikes } = useContract()
  const now = useNow()
  const status = strikes.status()
  const { lastDataMs } = status
  return (
    <p className={styles.feedAge} data-stale={isStale(status, now) || undefined}>
      <span>{t('watch.feed')}</span>
      <strong>{lastDataMs === null ? t('watch.unknown') : t('watch.feedAge', { age: age(now - lastDataMs) })}</strong>
    </p>
  )
}

function Chip({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const { distance, compass } = useFormat()
  const lang = useShell((state) => state.lang)
  const scheme = useShell((state) => state.categoryScheme)
  const isSelected = useShell(({ selection }) => selection?.kind === 'airport' && selection.id === icao)
  const airport = useAirport(icao)
  const report = useLatestReport(icao)
  const clock = useAirportClock(icao)
  const { tone, text } = glanceTold(clock, t)
  const check = report && clock ? checkReport(report, clock) : null
  const isCurrent = report && clock && reportAge(report.obsTimeMs, clock.nowMs) !== 'outdated'
  const category = isCurrent ? flightCategory(report, CATEGORY_PRESETS[scheme]) : 'unknown'
  const nearest = clock?.nearest

  function open() {
    const { select, flyTo } = useShell.getState()
    select({ kind: 'airport', id: icao })
    if (airport) flyTo({ zoom: ZOOM, lat: airport.lat, lon: airport.lon })
  }

  return (
    <button type="button" className={styles.chip} data-tone={tone} aria-pressed={isSelected} onClick={open}>
      <span className={styles.chipName}>
        <CategoryRing category={category} />
        <strong>{icao}</strong>
        <span className={styles.chipPlace}>{airport ? airportName(airport, lang) : ''}</span>
      </span>
      <span className={styles.chipState}>
        <span className={styles.chipText}>{text}</span>
        {clock ? <RingCounts clock={clock} /> : null}
        {nearest ? (
          <span className={styles.chipNear}>
            {t('watch.nearest', { distance: quantityText(distance(nearest.km)), compass: compass(nearest.bearingDeg) })}
          </span>
        ) : null}
        {check ? <span className={styles.chipCheck}>{t(CHECK_KEY[check.kind])}</span> : null}
      </span>
    </button>
  )
}

/** `0/2/14`: strokes in each ring within the hold time. */
function RingCounts({ clock: { rings, holdMs } }: { clock: AirportClock }) {
  const { t } = useTranslation('clock')
  const minutes = holdMs / 60_000
  const told = t('watch.countsTold', {
    counts: rings.map(({ count }) => count).join(' / '),
    rings: rings.map(({ km }) => km).join(' / '),
    minutes,
  })
  return (
    <span className={styles.chipCounts} title={told}>
      <span aria-hidden="true">{rings.map(({ count }) => count).join('/')}</span>
      <span className="visually-hidden">{told}</span>
    </span>
  )
}
