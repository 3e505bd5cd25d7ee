import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { gapRowId } from '../../../core/watch/joined-gaps.ts'
import { alarmFacts, alarmTone, rowSentence } from '../../airport/alarm-words.ts'
import { useOpenPlace } from '../../airport/use-open-place.ts'
import { useFormat } from '../../i18n/format.ts'
import { isOpen } from '../../live/alarms/alarm-log.ts'
import { useRights } from '../../live/alarms/use-watch-query.ts'
import { usePlaces } from '../../live/places/place-store.ts'
import { useLive } from '../../live/server-connection.ts'
import { ONE_PANEL } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { AcknowledgeForm, WhyNotNote } from './acknowledge-form.tsx'
import { DeliveriesOfRow } from './deliveries-of-row.tsx'
import { useLog } from './log-store.ts'
import { zoomToPlace } from './places/place-zoom.ts'
import styles from './watch.module.css'

const AIRPORT_ZOOM = 9
/** The alarms, newest first, with their acknowledgements. */
export function LogList({ rows }: { rows: readonly Alarm[] }) {
  const { t } = useTranslation('watch')
  const [acknowledging, setAcknowledging] = useState<string | null>(null)
  const rights = useRights()
  const whyNot = rights?.acknowledge ?? null
  if (rows.length === 0) return <p className="faint">{t('none')}</p>
  return (
    <>
      <WhyNotNote to="acknowledge" why={whyNot} />
      <ol className={styles.log} aria-label={t('title')}>
        {rows.map((alarm) => (
          <li key={alarm.id} className={styles.row} data-open={isOpen(alarm) || undefined}>
            <AlarmText alarm={alarm} />
            <DeliveriesOfRow ids={[gapRowId(alarm), alarm.id].filter((id) => id !== null)} />
            <div className={styles.seen}>
              {alarm.acknowledged ? (
                <Acknowledged by={alarm.acknowledged} />
              ) : isOpen(alarm) && rights && whyNot === null ? (
                <Button
                  pressed={acknowledging === alarm.id}
                  onClick={() => setAcknowledging(acknowledging === alarm.id ? null : alarm.id)}
                >
                  {t('acknowledge')}
                </Button>
              ) : null}
            </div>
            {acknowledging === alarm.id && !alarm.acknowledged ? (
              <AcknowledgeForm id={alarm.id} signedIn={rights?.name ?? null} onDone={() => setAcknowledging(null)} />
            ) : null}
          </li>
        ))}
      </ol>
    </>
  )
}

function AlarmText({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('watch')
  const { t: alarmT } = useTranslation('alarm')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  const show = useShowMoment()
  const time = format.utcDateTime(Date.parse(alarm.at), true)
  return (
    <div className={styles.said}>
      <p>
        <button type="button" data-text className={styles.time} title={t('show')} onClick={() => show(alarm)}>
          {time}
        </button>{' '}
        <Badge tone={alarmTone(alarm.stage)}>{alarmT(`stage.${alarm.stage}`)}</Badge>
      </p>
      <p className={styles.sentence}>{rowSentence(alarm, { t: alarmT, lang, format })}</p>
      <p className="faint">{alarmFacts(alarm, alarmT, format).join(' · ')}</p>
    </div>
  )
}

function Acknowledged({ by: { by, at, note } }: { by: NonNullable<Alarm['acknowledged']> }) {
  const { t } = useTranslation('watch')
  const { utcDateTime } = useFormat()
  return (
    <p className="faint">
      {t('seenBy', { by, time: utcDateTime(Date.parse(at), true) })}
      {note ? <q className={styles.note}>{note}</q> : null}
    </p>
  )
}

/** Moves the map to the time of an alarm, and shows its place. */
function useShowMoment(): (alarm: Alarm) => void {
  const { reports } = useLive()
  const openPlace = useOpenPlace()
  return ({ at, place }) => {
    // On small screens the log would cover its target.
    if (matchMedia(ONE_PANEL).matches) useLog.getState().show(null)
    usePage.getState().showAt(Date.parse(at))
    const guarded = place && usePlaces.getState().byId.get(place.id)
    if (guarded) openPlace(place.id, zoomToPlace(guarded))
    else if (place && reports.airport(place.id)) openPlace(place.id, AIRPORT_ZOOM)
  }
}
