import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { shortTown } from '../../../core/airports/town-names.ts'
import { isInside, type LatLon } from '../../../core/geo/geo.ts'
import { nearestWithin } from '../../../core/geo/nearest-within.ts'
import { countText, positionText } from '../../../core/util/format.ts'
import { airportCity } from '../../airport/airport-words.ts'
import { useTowns } from '../../airport/use-towns.ts'
import { WallRow } from '../../airport/wall-row.tsx'
import { addWords } from '../../i18n/add-words.ts'
import { quantityText, useFormat } from '../../i18n/format.ts'
import { useAirports, useReports } from '../../live/reports/use-reports.ts'
import { useStorms } from '../../live/storms/use-storms.ts'
import { knownCount } from '../../live/strikes/known-share.ts'
import { useNow } from '../../live/time/use-now.ts'
import { homeBox } from '../../state/home-box.ts'
import { usePage } from '../../state/page-store.ts'
import card from '../../ui/styles/wall-card.module.css'
import { type StrongWind, strongWinds } from './day-facts.ts'
import styles from './quiet-day.module.css'
import { type Day, useDay } from './use-day.ts'

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
