import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/panel.tsx'
import { StopForm } from '../stops/stop-forms.tsx'
import { useStops, whyNoStops } from '../stops/stop-list.tsx'
import styles from '../watch.module.css'
import { Running, SnoozeForm, TakeBack, useSnoozes } from './snoozes.tsx'

addWords(import.meta.glob('../../../../locales/*/{stop,watch,shift}.json', { eager: true, import: 'default' }))

/** Actions for a place or airport: recording a work stop, snoozing its messages. */
export default function FootSections(props: AirportSectionProps) {
  return (
    <>
      <RecordStop {...props} />
      <SnoozeSection {...props} />
    </>
  )
}

/** At the bottom of the panel of a place or airport: with permission, records a work stop; beside it the recorded ones. */
function RecordStop({ icao }: AirportSectionProps) {
  const { t } = useTranslation('stop')
  const { utcTime } = useFormat()
  const rights = useRights()
  const { stops } = useStops(icao)
  const [isAsked, setAsked] = useState(false)
  if (!rights || whyNoStops(rights) !== null) return null
  return (
    <Section title={t('record')}>
      {isAsked ? (
        <StopForm place={icao} signedIn={rights.name} onDone={() => setAsked(false)} />
      ) : (
        <Button onClick={() => setAsked(true)}>{t('recordThis')}</Button>
      )}
      <div role="status">
        {stops?.map(({ id, work, by, at }) => (
          <p key={id}>{[t('stopped', { work }), t('by', { by, time: utcTime(Date.parse(at)) })].join(' · ')}</p>
        ))}
      </div>
    </Section>
  )
}

/** In the panel of a place or airport: an active snooze; with permission, a form to start one. */
function SnoozeSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('shift')
  const { watch } = useServerConnection()
  const rights = useRights()
  const [isAsked, setAsked] = useState(false)
  const snooze = useSnoozes()?.find(({ place }) => place === icao)
  const may = rights?.acknowledge === null
  if (!watch || (!snooze && !may)) return null
  return (
    <Section title={t('section')}>
      {snooze ? (
        <div className={styles.row}>
          <Running snooze={snooze} />
          {may ? <TakeBack place={icao} signedIn={rights.name} /> : null}
        </div>
      ) : isAsked && may ? (
        <SnoozeForm place={icao} signedIn={rights.name} onDone={() => setAsked(false)} />
      ) : (
        <Button onClick={() => setAsked(true)}>{t('snoozeThis')}</Button>
      )}
    </Section>
  )
}
