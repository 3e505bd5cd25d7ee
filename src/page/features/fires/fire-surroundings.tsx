import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bearingDeg } from '../../../core/geo/geo.ts'
import { nearestWithin } from '../../../core/geo/nearest-within.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { CO_LOCATED_KM, CO_LOCATION_BEFORE_MS, CO_LOCATION_REACH_KM } from '../../../core/weather/co-location.ts'
import type { Fire } from '../../../core/weather/fire-cells.ts'
import { airportTitle } from '../../airport/airport-words.ts'
import { StrokesStats } from '../../airport/strokes-stats.tsx'
import { RequestFailed } from '../../desk/request-failed.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { useAirports } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/notice.tsx'
import { Section } from '../../ui/panel.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import { type StrikesBefore, strikesBefore } from './co-location-query.ts'
import styles from './fires.module.css'

addWords(import.meta.glob('../../../locales/*/fires-more.json', { eager: true, import: 'default' }))

/** A watch short of this much is not called short. */
const SLACK_MS = 5 * MINUTE_MS

/** Surroundings of a fire: the nearest airport, and the strikes of the day before. */
export function FireSurroundings({ fire }: { fire: Fire }) {
  const { t } = useTranslation('fires-more')
  const query = useQuery(strikesBefore(useServerConnection().past, fire))
  return (
    <>
      <NearestAirport fire={fire} />
      <Section title={t('strikesBefore')}>
        {query.isPending ? <Loading label={t('readingStrikes')} lines={3} /> : null}
        {query.isError ? <RequestFailed error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.data ? <Strikes before={query.data} detectedAtMs={fire.detectedAtMs} /> : null}
      </Section>
    </>
  )
}

function NearestAirport({ fire }: { fire: Fire }) {
  const { t } = useTranslation('fires-more')
  const format = useFormat()
  const lang = usePage((state) => state.lang)
  const select = usePage((state) => state.select)
  const airports = useAirports() // the list may load after the panel
  const nearest = nearestWithin(airports, fire, Number.POSITIVE_INFINITY)
  if (!nearest) return null
  const { place: airport, km } = nearest
  return (
    <Section title={t('nearestAirport')}>
      <StatGrid>
        <Stat
          label={`${airport.icao} ${airportTitle(airport, lang)}`}
          {...format.distance(km)}
          note={t('airportLies', { direction: format.compass(bearingDeg(fire, airport)) })}
        />
      </StatGrid>
      <p className={styles.note}>
        <Button onClick={() => select({ kind: 'airport', id: airport.icao })}>
          {t('openAirport', { icao: airport.icao })}
        </Button>
      </p>
    </Section>
  )
}

function Strikes({ before, detectedAtMs }: { before: StrikesBefore; detectedAtMs: number }) {
  const { t } = useTranslation('fires-more')
  const format = useFormat()
  const { within, nearest, observedMs } = before
  const isShort = observedMs < CO_LOCATION_BEFORE_MS - SLACK_MS
  return (
    <>
      {observedMs === 0 && !nearest ? (
        <p>{t('notObserved')}</p>
      ) : (
        <StrokesStats
          km={CO_LOCATED_KM}
          label={t('coLocated', { km: CO_LOCATED_KM })}
          total={within}
          nearest={nearest}
          reachKm={CO_LOCATION_REACH_KM}
          share={isShort ? 'part' : 'all'}
          when={(timeMs) => t('strikeBefore', { age: format.age(detectedAtMs - timeMs), time: format.utcTime(timeMs) })}
        />
      )}
      {isShort && (observedMs > 0 || nearest) ? (
        <p className={styles.failed}>{t('partlyObserved', { age: format.age(observedMs) })}</p>
      ) : null}
      <p className={styles.note}>{t('notCaused')}</p>
    </>
  )
}
