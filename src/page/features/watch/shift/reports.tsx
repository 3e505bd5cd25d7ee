import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REPORT_DAYS_MAX } from '../../../../contract/watch/report.ts'
import { DAY_MS, MINUTE_MS } from '../../../../core/time/durations.ts'
import { isoOf } from '../../../../core/time/iso.ts'
import { PlaceChoice } from '../../../airport/place-choice.tsx'
import { downloadCsv } from '../../../desk/download.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { MomentField } from '../moment-field.tsx'
import styles from '../watch.module.css'

const PERIODS_DAYS = [1, 7, REPORT_DAYS_MAX]

/** A report of a place for a period: a page to print, and a table. */
export function Reports() {
  const { t } = useTranslation('shift')
  const { clock } = useServerConnection()
  const { selection } = usePage.getState()
  const [place, setPlace] = useState<string | null>(
    selection?.kind === 'place' || selection?.kind === 'airport' ? selection.id : '',
  )
  const [period, setPeriod] = useState(() => lastDays(clock.now(), 1))
  const { fromMs, toMs } = period
  const isWhole = fromMs !== null && toMs !== null && toMs > fromMs && toMs - fromMs <= REPORT_DAYS_MAX * DAY_MS
  return (
    <>
      <p className="faint">{t('whatReport')}</p>
      <search className={`fields ${styles.filters}`} aria-label={t('title.reports')}>
        <PlaceChoice label={t('place')} className={styles.choice} chosen={place} required onChoose={setPlace} />
        <MomentField label={t('from')} ms={fromMs} onChange={(next) => setPeriod({ ...period, fromMs: next })} />
        <MomentField label={t('to')} ms={toMs} onChange={(next) => setPeriod({ ...period, toMs: next })} />
        <span className={styles.presets}>
          {PERIODS_DAYS.map((days) => (
            <Button key={days} onClick={() => setPeriod(lastDays(clock.now(), days))}>
              {t('lastDays', { count: days })}
            </Button>
          ))}
        </span>
      </search>
      {place && isWhole ? (
        <Ways place={place} fromMs={fromMs} toMs={toMs} />
      ) : (
        <p role="status" className="faint">
          {!place ? t('choosePlace') : t('choosePeriod', { max: REPORT_DAYS_MAX })}
        </p>
      )}
    </>
  )
}

/** The last days up to the present minute. */
function lastDays(nowMs: number, days: number): { fromMs: number | null; toMs: number | null } {
  const toMs = Math.floor(nowMs / MINUTE_MS + 1) * MINUTE_MS
  return { fromMs: toMs - days * DAY_MS, toMs }
}

/** The report in a new window, and as a file. The page requests both, since a link carries no credentials. */
function Ways(of: { place: string; fromMs: number; toMs: number }) {
  const { t } = useTranslation('shift')
  const { watch, clock } = useServerConnection()
  const lang = usePage((state) => state.lang)
  const [state, setState] = useState<'idle' | 'coming' | 'reportFailed' | 'windowRefused'>('idle')

  async function get(format: 'html' | 'csv', take: (text: string) => void, fail = () => {}) {
    setState('coming')
    try {
      // The rest of the current minute does not count as missing.
      const toMs = Math.min(of.toMs, clock.now())
      const query = { from: isoOf(of.fromMs), to: isoOf(toMs), format, lang }
      take(await (await watch!()).report(of.place, query))
      setState('idle')
    } catch {
      fail()
      setState('reportFailed')
    }
  }

  function show() {
    // Synchronously with the click: later the browser would block the window.
    const page = window.open('', '_blank')
    if (!page) return setState('windowRefused')
    const take = (text: string) => page.location.replace(addressOf(text))
    void get('html', take, () => page.close())
  }

  function save() {
    const name = `report-${of.place}-${isoOf(of.fromMs).slice(0, 10)}.csv`
    void get('csv', (text) => downloadCsv(name, text))
  }

  const isComing = state === 'coming'
  return (
    <>
      <p className={styles.buttons}>
        <button type="button" className={styles.submit} disabled={isComing} onClick={show}>
          {t('openReport')}
        </button>
        <button type="button" className={styles.submit} disabled={isComing} onClick={save}>
          {t('export')}
        </button>
      </p>
      <p role="status" className="faint">
        {isComing ? t('reportComing') : null}
      </p>
      {state === 'reportFailed' || state === 'windowRefused' ? (
        <Notice tone="bad" title={t(state)} detail={t(`${state}Detail`)} />
      ) : null}
    </>
  )
}

let shownAddress: string | null = null

/** A blob URL of an HTML text, until the next one. */
function addressOf(html: string): string {
  if (shownAddress !== null) URL.revokeObjectURL(shownAddress)
  shownAddress = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  return shownAddress
}
