import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkStop } from '../../../../contract/watch/place-states.ts'
import type { Rights } from '../../../../contract/watch/rights.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { usePlaceTitle } from '../../../airport/use-place-title.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useAlarmLog } from '../../../live/alarms/alarm-log.ts'
import { useWatchQuery } from '../../../live/alarms/use-watch-query.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../watch.module.css'
import { ChangeStopForm, ResumeForm } from './stop-forms.tsx'

/** The open work stops, of one place or all. Reloaded when the alarm stream reports a change. */
export function useStops(place?: string) {
  const queries = useQueryClient()
  const newest = useAlarmLog(({ alarms }) => alarms.find(({ stage }) => stage === 'stop')?.id)
  useEffect(() => {
    if (newest !== undefined) void queries.invalidateQueries({ queryKey: ['watch', 'stops'] })
  }, [newest, queries])
  const isBroken = useAlarmLog(({ line }) => line.kind === 'broken')
  const { data, isError } = useWatchQuery(['stops'], (access, signal) => access.stops({}, signal))
  return { stops: data?.filter((stop) => place === undefined || stop.place === place), isError: isError || isBroken }
}

/**
 * Why the user may not record work stops; null if permitted. Servers without that role use the right to acknowledge.
 */
export function whyNoStops({ stop, acknowledge }: Rights): Rights['acknowledge'] {
  return stop === undefined ? acknowledge : stop
}

interface StopListProps {
  stops: readonly WorkStop[]
  /** Null for read-only users. */
  rights: Rights | null
  /** With the names of places. */
  isNamed?: boolean
}

export function StopList({ stops, rights, isNamed }: StopListProps) {
  const { t } = useTranslation('stop')
  return (
    <ul aria-label={t('list')}>
      {stops.map((stop) => (
        <li key={stop.id} className={styles.row}>
          <StopLine stop={stop} isNamed={isNamed} />
          {rights ? <Changes stop={stop} signedIn={rights.name} /> : null}
        </li>
      ))}
    </ul>
  )
}

/** The stopped work, its author, start and earliest end, by the user's time zone. */
function StopLine({ stop, isNamed }: { stop: WorkStop; isNamed: boolean | undefined }) {
  const { place, work, by, at, note, earliestResume, changes } = stop
  const { t } = useTranslation('stop')
  const { utcTime, utcDateTime } = useFormat()
  const titleOf = usePlaceTitle()
  const nowMs = useNow()
  const time = (utc: string) => {
    const ms = Date.parse(utc)
    return Math.abs(nowMs - ms) < 12 * 60 * MINUTE_MS ? utcTime(ms) : utcDateTime(ms)
  }
  const passedMs = earliestResume === null ? 0 : nowMs - Date.parse(earliestResume)
  const resume =
    earliestResume === null
      ? t('noResume')
      : passedMs < 0
        ? t('until', { time: time(earliestResume) })
        : t('passed', { time: time(earliestResume), count: Math.floor(passedMs / MINUTE_MS) })
  const last = changes.at(-1)
  return (
    <div>
      {isNamed ? <strong>{titleOf(place)}</strong> : null}
      <p>{t('stopped', { work })}</p>
      <p>{[t('by', { by, time: time(at) }), resume].join(' · ')}</p>
      {note === '' ? null : <p className="faint">{note}</p>}
      {last ? (
        <p className="faint">
          {[t('changedBy', { by: last.by, time: time(last.at) }), last.note].filter(Boolean).join(' · ')}
        </p>
      ) : null}
    </div>
  )
}

function Changes({ stop, signedIn }: { stop: WorkStop; signedIn: string | null }) {
  const { t } = useTranslation('stop')
  const [open, setOpen] = useState<'change' | 'resume' | null>(null)
  const close = () => setOpen(null)
  if (open === 'resume') return <ResumeForm stop={stop} signedIn={signedIn} onDone={close} />
  if (open === 'change') return <ChangeStopForm stop={stop} signedIn={signedIn} onDone={close} />
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setOpen('change')}>{t('change')}</Button>
      <Button onClick={() => setOpen('resume')}>{t('resume')}</Button>
    </div>
  )
}
