import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/panel.tsx'
import { strings } from '../strings.ts'
import { StopForm } from './stop-forms.tsx'
import { StopList, useStops, whyNoStops } from './stop-list.tsx'
import { stopStrings } from './stop-strings.ts'

addWords('stop', stopStrings)
addWords('watch', strings)

/** In the panel of a place or an airport: which work rests there, and for who may, how to record it. */
export default function StopSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('stop')
  const { watch } = useServerConnection()
  const rights = useRights()
  const [isAsked, setAsked] = useState(false)
  const stops = useStops(icao).stops ?? []
  const mayStop = rights !== undefined && whyNoStops(rights) === null
  if (!watch || (stops.length === 0 && !mayStop)) return null
  return (
    <Section title={t('title')}>
      {stops.length > 0 ? <StopList stops={stops} rights={mayStop ? rights : null} /> : null}
      {isAsked && mayStop ? (
        <StopForm place={icao} signedIn={rights.name} onDone={() => setAsked(false)} />
      ) : mayStop ? (
        <Button onClick={() => setAsked(true)}>{t('record')}</Button>
      ) : null}
    </Section>
  )
}
