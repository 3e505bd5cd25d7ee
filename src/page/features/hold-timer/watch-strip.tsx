import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { checkReport, type ReportCheck } from '../../../core/airports/report-check.ts'
import { CATEGORY_PRESETS, flightCategory, presentCategory } from '../../../core/metar/flight-category.ts'
import { reportAge } from '../../../core/metar/report.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { localName } from '../../../locales/local-name.ts'
import { airportName } from '../../airport/airport-words.ts'
import { CategoryRing } from '../../airport/category-ring.tsx'
import { countGlances, countTexts } from '../../airport/hold-timer-words.ts'
import { useLevelsGlance } from '../../airport/use-levels-glance.ts'
import { useOpenPlace } from '../../airport/use-open-place.ts'
import { useWorstFirst } from '../../airport/use-worst-first.ts'
import { LiveOnlyNotice } from '../../desk/live-only-notice.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { useShortcuts } from '../../input/use-shortcuts.ts'
import { useHoldTimer } from '../../live/airports/use-hold-timer.ts'
import { type ShapedPlace, usePlaces } from '../../live/places/place-store.ts'
import { useAreReportsStale } from '../../live/reports/stale-reports.ts'
import { useAirport, useLatestReport } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useLightningLine } from '../../live/use-line-state.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './hold-timer.module.css'

addWords(import.meta.glob('../../../locales/*/clock.json', { eager: true, import: 'default' }))

const CHECK_KEY: Record<ReportCheck['kind'], string> = {
  'ts-missing': 'watch.tsMissing',
  'vcts-missing': 'watch.vctsMissing',
  'ts-stands': 'watch.tsStands',
}

/** The state of the rings of all pinned airports and places. */
export default function WatchStrip() {
  const watched = usePage((state) => state.watched)
  useShortcuts({ w: watchSelected })
  return watched.length === 0 ? null : <Chips watched={watched} />
}

function Chips({ watched }: { watched: readonly string[] }) {
  const { t } = useTranslation('clock')
  const byId = usePlaces((state) => state.byId)
  const worstFirst = useWorstFirst(watched)
  return (
    <nav className={styles.strip} aria-label={t('watch.strip')}>
      <LiveOnlyNotice words="rowOfNow" />
      <FeedAge />
      {worstFirst.map((id) => {
        const place = byId.get(id)
        return place ? <PlaceChip key={id} place={place} /> : <Chip key={id} icao={id} />
      })}
    </nav>
  )
}

/** After a search: the code, Enter, W. */
function watchSelected(): void {
  const { selection, toggleWatched } = usePage.getState()
  if (selection?.kind === 'airport' || selection?.kind === 'place') toggleWatched(selection.id)
}

/** Age of the last lightning data, which limits the validity of the rings. */
function FeedAge() {
  const { t } = useTranslation('clock')
  const { age } = useFormat()
  const { strikes } = useServerConnection()
  const now = useNow()
  const { isFresh } = useLightningLine()
  const { lastDataMs } = strikes.status()
  return (
    <p className={styles.feedAge} data-stale={!isFresh || undefined}>
      <span>{t('watch.feed')}</span>
      <strong>{lastDataMs === null ? t('watch.unknown') : t('watch.feedAge', { age: age(now - lastDataMs) })}</strong>
    </p>
  )
}

function Chip({ icao }: { icao: string }) {
  const { t } = useTranslation('clock')
  const lang = usePage((state) => state.lang)
  const scheme = usePage((state) => state.categoryScheme)
  const airport = useAirport(icao)
  const report = useLatestReport(icao)
  const holdTimer = useHoldTimer(icao)
  const check = report && holdTimer ? checkReport(report, holdTimer) : null
  const age = report && holdTimer ? reportAge(report.obsTimeMs, holdTimer.nowMs) : 'none'
  const reported = report ? flightCategory(report, CATEGORY_PRESETS[scheme]) : 'unknown'
  const category = presentCategory(reported, age, useAreReportsStale())
  return (
    <ChipButton id={icao} check={check ? <span className={styles.chipCheck}>{t(CHECK_KEY[check.kind])}</span> : null}>
      <CategoryRing category={category} />
      <strong>{icao}</strong>
      <span className={styles.chipPlace}>{airport ? airportName(airport, lang) : ''}</span>
    </ChipButton>
  )
}

function PlaceChip({ place }: { place: ShapedPlace }) {
  const lang = usePage((state) => state.lang)
  return (
    <ChipButton id={place.id}>
      <strong>{localName(place, lang)}</strong>
    </ChipButton>
  )
}

/** The state of the rings; a click opens the panel. */
function ChipButton({ id, check, children }: { id: string; check?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('clock')
  const { distance, compass } = useFormat()
  const isSelected = usePage(({ selection }) => selection?.id === id && ['airport', 'place'].includes(selection.kind))
  const holdTimer = useHoldTimer(id)
  const { tone, text, title, snoozed } = useLevelsGlance(id)
  const nearest = holdTimer?.nearest
  const openPlace = useOpenPlace()
  return (
    <button
      type="button"
      className={styles.chip}
      data-tone={tone}
      aria-pressed={isSelected}
      onClick={() => openPlace(id)}
    >
      <span className={styles.chipName}>{children}</span>
      <span className={styles.chipState}>
        <span className={styles.chipText} title={title || undefined}>
          {text}
        </span>
        {check}
        {snoozed === '' ? null : (
          <span className={styles.chipSnooze} title={snoozed}>
            {snoozed}
          </span>
        )}
        {holdTimer ? <RingCounts holdTimer={holdTimer} /> : null}
        {nearest ? (
          <span className="small">
            {t('watch.nearest', { distance: quantityText(distance(nearest.km)), compass: compass(nearest.bearingDeg) })}
          </span>
        ) : null}
      </span>
    </button>
  )
}

/** `0/2/14`: strokes in each ring within the hold time; `2?` if some may be outside. */
function RingCounts({ holdTimer }: { holdTimer: HoldTimer }) {
  const { t } = useTranslation('clock')
  const { rings, holdMs } = holdTimer
  const minutes = holdMs / MINUTE_MS
  const told = t('watch.countTexts', {
    counts: countTexts(holdTimer).join(' / '),
    rings: rings.map(({ km }) => km).join(' / '),
    minutes,
  })
  return (
    <span className={styles.chipCounts} title={told}>
      <span aria-hidden="true">{countGlances(holdTimer).join('/')}</span>
      <span className="visually-hidden">{told}</span>
    </span>
  )
}
