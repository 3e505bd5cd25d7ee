import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/panel.tsx'
import { StopForm } from '../stops/stop-forms.tsx'
import { whyNoStops } from '../stops/stop-list.tsx'
import SnoozeSection from './snooze-section.tsx'

addWords(import.meta.glob('../../../../locales/*/stop.json', { eager: true, import: 'default' }))

/** Actions for a place or airport: recording a work stop, snoozing its messages. */
export default function FootSections(props: AirportSectionProps) {
  return (
    <>
      <RecordStop {...props} />
      <SnoozeSection {...props} />
    </>
  )
}

/** At the bottom of the panel of a place or airport: with permission, records a work stop. */
function RecordStop({ icao }: AirportSectionProps) {
  const { t } = useTranslation('stop')
  const rights = useRights()
  const [isAsked, setAsked] = useState(false)
  if (!rights || whyNoStops(rights) !== null) return null
  return (
    <Section title={t('record')}>
      {isAsked ? (
        <StopForm place={icao} signedIn={rights.name} onDone={() => setAsked(false)} />
      ) : (
        <Button onClick={() => setAsked(true)}>{t('recordThis')}</Button>
      )}
    </Section>
  )
}
