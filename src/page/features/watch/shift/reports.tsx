import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_PATHS } from '../../../../contract/api-paths.ts'
import { REPORT_DAYS_MAX } from '../../../../contract/watch/report.ts'
import { DAY_MS, MINUTE_MS } from '../../../../core/time/durations.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Moment } from '../log-filters.tsx'
import styles from '../watch.module.css'
import { PlaceChoice } from './place-choice.tsx'

const PERIODS_DAYS = [1, 7, REPORT_DAYS_MAX]

/** A report of a place for a period: a page to print, and a table. */
export function Reports() {
  const { t } = useTranslation('shift')
  const { clock } = useServerConnection()
  const lang = usePage((state) => state.lang)
  const { selection } = usePage.getState()
  const [place, setPlace] = useState<string | null>(
    selection?.kind === 'place' || selection?.kind === 'airport' ? selection.id : null,
  )
  const [period, setPeriod] = useState(() => lastDays(clock.now(), 1))
  const { fromMs, toMs } = period
  const isWhole = fromMs !== null && toMs !== null && toMs > fromMs && toMs - fromMs <= REPORT_DAYS_MAX * DAY_MS
  return (
    <>
      <p className={styles.faint}>{t('whatReport')}</p>
      <search className={styles.filters} aria-label={t('title.reports')}>
        <PlaceChoice chosen={place} onChoose={setPlace} />
        <Moment label={t('from')} ms={fromMs} onChange={(next) => setPeriod({ ...period, fromMs: next })} />
        <Moment label={t('to')} ms={toMs} onChange={(next) => setPeriod({ ...period, toMs: next })} />
        {PERIODS_DAYS.map((days) => (
          <Button key={days} onClick={() => setPeriod(lastDays(clock.now(), days))}>
            {t('lastDays', { count: days })}
          </Button>
        ))}
      </search>
      {place !== null && isWhole ? (
        <p className={styles.buttons}>
          <a
            className={styles.submit}
            target="_blank"
            rel="noopener"
            href={reportPath(place, { fromMs, toMs, format: 'html', lang })}
          >
            {t('openReport')}
          </a>
          <a className={styles.submit} href={reportPath(place, { fromMs, toMs, format: 'csv', lang })} download>
            {t('export')}
          </a>
        </p>
      ) : (
        <p role="status" className={styles.faint}>
          {place === null ? t('choosePlace') : t('choosePeriod', { max: REPORT_DAYS_MAX })}
        </p>
      )}
    </>
  )
}

/** The last so many days up to the minute that has begun. */
function lastDays(nowMs: number, days: number): { fromMs: number | null; toMs: number | null } {
  const toMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  return { fromMs: toMs - days * DAY_MS, toMs }
}

function reportPath(
  place: string,
  of: { fromMs: number; toMs: number; format: 'html' | 'csv'; lang: 'en' | 'zh' },
): string {
  const { fromMs, toMs, format, lang } = of
  const from = new Date(fromMs).toISOString()
  const query = new URLSearchParams({ from, to: new Date(toMs).toISOString(), format, lang })
  return `${API_PATHS.places}/${encodeURIComponent(place)}/report?${query}`
}
