import { useTranslation } from 'react-i18next'
import { addWords } from '../../../i18n/add-words.ts'
import type { AirportSectionProps } from '../../../live/desk-part.ts'
import { PartBoundary } from '../../../live/part-boundary.tsx'
import { useServerConnection } from '../../../live/server-connection.ts'
import { Loading } from '../../../ui/notice.tsx'
import { Folded } from '../../../ui/part/folded.tsx'
import { partOnDemand } from '../../../ui/part/lazy-part.ts'
import styles from './place.module.css'

addWords(import.meta.glob('../../../../locales/*/place-sums.json', { eager: true, import: 'default' }))

const PlaceSums = partOnDemand(() => import('./place-sums.tsx'))

/** Thunderstorm hours of a place, loaded when opened. */
export default function PlaceSection({ icao }: AirportSectionProps) {
  const { t } = useTranslation('place-sums')
  const { config } = useServerConnection()
  // With direct delivery the server has no strikes to sum up.
  if (config.delivery !== 'relay') return null
  return (
    <Folded key={icao} title={t('title')} className={styles.section}>
      <PartBoundary loading={<Loading label={t('loading')} lines={9} />}>
        <PlaceSums id={icao} />
      </PartBoundary>
    </Folded>
  )
}
