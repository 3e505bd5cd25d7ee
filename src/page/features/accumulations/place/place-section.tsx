import { lazy, Suspense, useState } from 'react'
import { useWords } from '../../../i18n/use-words.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading } from '../../../ui/notice.tsx'
import styles from './place.module.css'
import { placeSumsStrings } from './place-sums-strings.ts'

const PlaceSums = lazy(() => import('./place-sums.tsx'))

/** Thunderstorm hours of a place, loaded when opened. */
export default function PlaceSection({ icao }: AirportSectionProps) {
  const { config } = useServerConnection()
  // With direct delivery the server has no strikes to sum up.
  return config.delivery === 'relay' ? <Details key={icao} id={icao} /> : null
}

function Details({ id }: { id: string }) {
  const t = useWords('place-sums', placeSumsStrings)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.section} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('title')}</summary>
      {isOpen ? (
        <Suspense fallback={<Loading label={t('loading')} lines={9} />}>
          <PlaceSums id={id} />
        </Suspense>
      ) : null}
    </details>
  )
}
