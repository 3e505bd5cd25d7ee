import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import { useRights } from '../../../live/alarms/use-watch-query.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { Section } from '../../../ui/panel.tsx'
import { StopList, useStops, whyNoStops } from './stop-list.tsx'

addWords(import.meta.glob('../../../../locales/*/{watch,stop}.json', { eager: true, import: 'default' }))

/** In the panel of a place or airport: its open work stops; nothing without any. */
export default function StopSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('stop')
  const rights = useRights()
  const stops = useStops(icao).stops ?? []
  if (stops.length === 0) return null
  return (
    <Section title={t('title')}>
      <StopList stops={stops} rights={rights && whyNoStops(rights) === null ? rights : null} />
    </Section>
  )
}
