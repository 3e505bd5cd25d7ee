import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Past } from '../../../client/history/past.ts'
import type { Ask } from '../../../client/http/ask.ts'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { type Accumulations, accumulationsSchema } from '../../../contract/verification/accumulations.ts'
import { periodEndMs, periodStartMs } from '../../../core/accumulations/periods.ts'
import { shortTown } from '../../../core/airports/town-names.ts'
import { type Box, isInside, type LatLon } from '../../../core/geo/geo.ts'
import { nearestWithin } from '../../../core/geo/nearest-within.ts'
import { DAY_MS, MINUTE_MS, wholeMinute } from '../../../core/time/durations.ts'
import { countText, positionText } from '../../../core/util/format.ts'
import { airportCity } from '../../airport/airport-words.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { WallRow } from '../../airport/wall-row.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { useAirports, useReports } from '../../live/reports/use-reports.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { knownCount } from '../../live/strikes/known-share.ts'
import { useNow, useOfNow } from '../../live/time/use-now.ts'
import { homeBox } from '../../state/home-box.ts'
import { usePage } from '../../state/page-store.ts'
import card from '../../ui/styles/wall-card.module.css'
import { densestCell, lastStruck, type StrongWind, strokesOf, strongWinds } from './day-facts.ts'
import styles from './quiet-day.module.css'

addWords(import.meta.glob('../../../locales/*/quiet.json', { eager: true, import: 'default' }))

const WINDS_SHOWN = 2

/** Without storms in the area: the lightning of the last day, the latest with its place, and strong wind. */
export default function QuietDay() {
  const { storms, isLoading } = useStorms()
  const area = useMemo(homeBox, [])
  if (isLoading || storms.some((storm) => isInside(area, storm))) return null
  return <Shown />
}

function Shown() {
  const { t } = useTranslation('quiet')
  const area = useMemo(homeBox, [])
  const day = useDay(area)
  const reports = useReports()
  const nowMs = useNow()
  const winds = strongWinds(reports.airports(), reports.latest, nowMs, WINDS_SHOWN)
  const { age } = useFormat()
  const { strokes, notObservedMs } = day
  const known = (count: number) => knownCount(count, notObservedMs > 0 ? 'part' : 'all', countText)
  return (
    <section className={`${card.card} ${styles.card}`} data-across aria-label={t('title')}>
      <div className={card.head}>
        <h2>{t('title')}</h2>
        <p data-known={strokes !== null || undefined}>
          {strokes === null ? t('unknown') : t('strokes', { count: strokes, strokes: known(strokes) })}
        </p>
      </div>
      <Last day={day} />
      {notObservedMs > 0 ? <p className={styles.hole}>{t('hole', { age: age(notObservedMs) })}</p> : null}
      {winds.length === 0 ? null : (
        <>
          <h3>{t('wind')}</h3>
          <ol>
            {winds.map((wind) => (
              <li key={wind.airport.icao}>
                <Wind wind={wind} />
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}

function Last({ day: { strokes, lastMs, lastAt } }: { day: Day }) {
  const { t } = useTranslation('quiet')
  const { zoneTime } = useFormat()
  const placeName = usePlaceName(lastAt !== null)
  if (lastMs === null) return strokes === 0 ? <p>{t('none')}</p> : null
  const time = zoneTime(lastMs)
  return <p>{lastAt ? t('lastNear', { time, place: placeName(lastAt) }) : t('last', { time })}</p>
}

function Wind({ wind: { airport, speedMps, isGust } }: { wind: StrongWind }) {
  const { t } = useTranslation('quiet')
  const { windSpeed } = useFormat()
  const lang = usePage((state) => state.lang)
  const speed = quantityText(windSpeed(speedMps))
  return (
    <WallRow
      mark={null}
      name={airport.icao}
      isPlace={false}
      town={shortTown(airport, lang)}
      value={t(isGust ? 'gust' : 'speed', { speed })}
      tone={undefined}
    />
  )
}

/** An airport within this distance names a place, else a town within the next. */
const AIRPORT_KM = 150
const TOWN_KM = 300

/** Names a place: by the city of the nearest airport, else the nearest larger town, else its coordinates. */
function usePlaceName(isNeeded: boolean): (at: LatLon) => string {
  const lang = usePage((state) => state.lang)
  const airports = useAirports()
  const towns = useTowns(isNeeded)
  return (at) => {
    const airport = nearestWithin(airports, at, AIRPORT_KM)?.place
    const city = airport && airportCity(airport, lang)
    return city || nearestWithin(towns, at, TOWN_KM)?.place.name || positionText(at.lat, at.lon, 1)
  }
}

/** Lightning of the last day in an area. */
interface Day {
  /** Null if unknown. */
  strokes: number | null
  notObservedMs: number
  /** Start of the latest minute with lightning, Unix ms; null if unknown. */
  lastMs: number | null
  /** The densest cell of that minute. */
  lastAt: LatLon | null
}

/** Requested once a minute, from stored data: without calls to the upstream service. */
function useDay(box: Box): Day {
  const { ask, past } = useServerConnection()
  const nowMs = useOfNow(wholeMinute)
  const toMs = periodEndMs('24h', nowMs)
  const fromMs = periodStartMs('24h', toMs) ?? 0
  const sums = useQuery(sumsQuery(ask, box, { fromMs, toMs })).data
  const counts = useQuery(countsQuery(past, box, nowMs)).data
  const last = counts ? lastStruck(counts) : null
  const lastSums = useQuery({ ...sumsQuery(ask, box, last ?? { fromMs: 0, toMs: 0 }), enabled: last !== null }).data
  const isKnown = sums?.state === 'known'
  return {
    strokes: isKnown ? strokesOf(sums) : null,
    notObservedMs: isKnown ? notObservedMs(sums, fromMs) : 0,
    lastMs: last?.fromMs ?? null,
    lastAt: lastSums?.state === 'known' ? densestCell(lastSums) : null,
  }
}

/** A response begins at the oldest stored data: the time before that is not observed either. */
function notObservedMs({ from, notObservedMin }: Accumulations, fromMs: number): number {
  return notObservedMin * MINUTE_MS + Math.max(0, Date.parse(from ?? '') - fromMs || 0)
}

function sumsQuery(ask: Ask, { west, south, east, north }: Box, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const utc = (ms: number) => new Date(ms).toISOString()
  const query = { kind: 'density', from: utc(fromMs), to: utc(toMs), bbox: `${west},${south},${east},${north}` }
  return queryOptions({
    queryKey: ['quiet', 'sums', query],
    queryFn: ({ signal }): Promise<Accumulations> =>
      ask(API_PATHS.accumulations, accumulationsSchema, { query, product: 'lightning', signal }),
    gcTime: MINUTE_MS,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.state === 'known' ? false : MINUTE_MS),
  })
}

function countsQuery(past: Past, box: Box, toMs: number) {
  return queryOptions({
    queryKey: ['quiet', 'counts', toMs, box],
    queryFn: ({ signal }) => past.counts({ fromMs: toMs - DAY_MS, toMs }, 1, signal, box),
    gcTime: MINUTE_MS,
    placeholderData: (before) => before,
  })
}
