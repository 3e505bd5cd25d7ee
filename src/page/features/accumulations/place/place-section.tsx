import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { PartBoundary } from '../../../live/part-boundary.tsx'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading } from '../../../ui/notice.tsx'
import { partOnDemand } from '../../../ui/part/lazy-part.ts'
import styles from './place.module.css'

addWords(import.meta.glob('../../../../locales/*/place-sums.json', { eager: true, import: 'default' }))

const PlaceSums = partOnDemand(() => import('./place-sums.tsx'))

/** Thunderstorm hours of a place, loaded when opened. */
export default function PlaceSection({ icao }: AirportSectionProps) {
  const { config } = useServerConnection()
  // With direct delivery the server has no strikes to sum up.
  return config.delivery === 'relay' ? <Details key={icao} id={icao} /> : null
}

function Details({ id }: { id: string }) {
  const { t } = useTranslation('place-sums')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.section} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('title')}</summary>
      {isOpen ? (
        <PartBoundary loading={<Loading label={t('loading')} lines={9} />}>
          <PlaceSums id={id} />
        </PartBoundary>
      ) : null}
    </details>
  )
}
