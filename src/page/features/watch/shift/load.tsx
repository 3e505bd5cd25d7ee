import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlarmLoad, LOAD_DAYS_MAX } from '../../../../contract/watch/sheets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/time/durations.ts'
import { localName } from '../../../../locales/local-name.ts'
import { usePlaceTitle } from '../../../airport/use-place-title.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { usePage } from '../../../state/page-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Loading, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/panel.tsx'
import styles from '../watch.module.css'

const PERIODS_DAYS = [1, 7, LOAD_DAYS_MAX]
const LISTED_MAX = 10

/** The load of alarms: rows that required acknowledgement, by place, and the response times. */
export function Load() {
  const { t } = useTranslation('shift')
  const { clock } = useServerConnection()
  const [days, setDays] = useState(1)
  const [toMs] = useState(() => Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS)
  const query = { from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }
  const { data, isError } = useWatchQuery(['load', days, toMs], (access, signal) => access.alarmLoad(query, signal))
  return (
    <>
      <p className="faint">{t('load.what')}</p>
      <span className={styles.buttons}>
        {PERIODS_DAYS.map((each) => (
          <Button key={each} pressed={each === days} onClick={() => setDays(each)}>
            {t('lastDays', { count: each })}
          </Button>
        ))}
      </span>
      {isError ? <Notice tone="warn" title={t('notHad')} /> : null}
      {data || isError ? null : <Loading label={t('title.load')} lines={8} />}
      {data ? <Sheet load={data} /> : null}
    </>
  )
}

function Sheet({ load }: { load: AlarmLoad }) {
  const { t } = useTranslation('shift')
  const { utcDateTime } = useFormat()
  const titleOf = usePlaceTitle()
  const lang = usePage((state) => state.lang)
  const { rows, days, dayMax, places, levels, persons, floods, restarts, acknowledged, late, cut } = load
  const time = (utc: string) => utcDateTime(Date.parse(utc))
  const named = (of: Parameters<typeof localName>[0]) => localName(of, lang)
  const busiest = [...load.hours].sort((a, b) => b.rows - a.rows).filter((hour) => hour.rows > 0)
  return (
    <>
      {cut ? <Notice tone="warn" title={t('load.cut')} /> : null}
      <p>{t('load.rows', { count: rows })}</p>
      <p>
        {acknowledged
          ? t('load.acknowledged', { ...acknowledged, median: acknowledged.medianS, p95: acknowledged.p95S })
          : t('load.noneAcknowledged')}
      </p>
      <Rows title={t('load.days', { max: dayMax })}>
        {days.map(({ date, rows: count, isOver }) => [date, t(isOver ? 'load.over' : 'load.count', { count })])}
      </Rows>
      <Rows title={t('load.hours')}>
        {busiest.map(({ from, rows: count }) => [
          t('load.span', { from: time(from), to: utcDateTime(Date.parse(from) + HOUR_MS) }),
          t('load.count', { count }),
        ])}
      </Rows>
      <Rows title={t('load.places')}>
        {places.map(({ id, rows: count }) => [id === null ? '–' : titleOf(id), t('load.count', { count })])}
      </Rows>
      <Rows title={t('load.levels')}>
        {levels.map((level) => [level.id === null ? '–' : named(level), t('load.count', { count: level.rows })])}
      </Rows>
      <Rows title={t('load.persons')}>
        {persons.map(({ by, rows: count, medianS }) => [by, t('load.person', { count, median: medianS })])}
      </Rows>
      <Rows title={t('load.floods')}>
        {floods.map(({ from, to, rows: count }) => [
          t('load.span', { from: time(from), to: time(to) }),
          t('load.count', { count }),
        ])}
      </Rows>
      <Rows title={t('load.restarts')}>
        {restarts.map((level) => [
          `${titleOf(level.place)} · ${named(level)}`,
          t('load.span', { from: time(level.ended), to: time(level.restarted) }),
        ])}
      </Rows>
      <Rows title={t('load.late')}>
        {late.map(({ place, at, acknowledgedAt }) => [
          [place === null ? '' : titleOf(place), time(at)].filter(Boolean).join(' · '),
          acknowledgedAt === null ? t('load.waits') : time(acknowledgedAt),
        ])}
      </Rows>
    </>
  )
}

/** Pairs of label and value, the first ten; nothing if empty. */
function Rows({ title, children }: { title: string; children: [what: string, much: ReactNode][] }) {
  const { t } = useTranslation('shift')
  if (children.length === 0) return null
  return (
    <Section title={title}>
      <ul aria-label={title}>
        {children.slice(0, LISTED_MAX).map(([what, much]) => (
          <li key={what} className={styles.row}>
            <span>{what}</span>
            <span>{much}</span>
          </li>
        ))}
      </ul>
      {children.length > LISTED_MAX ? (
        <p className="faint">{t('load.more', { count: children.length - LISTED_MAX })}</p>
      ) : null}
    </Section>
  )
}
