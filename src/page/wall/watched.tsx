import { useTranslation } from 'react-i18next'
import { shortTown } from '../../core/airports/town-names.ts'
import { localName } from '../../locales/local-name.ts'
import { useLevelsGlance } from '../airport/use-levels-glance.ts'
import { useWorstFirst } from '../airport/use-worst-first.ts'
import { LevelNotes, useEndingLevel, WallCardHead, WallRow } from '../airport/wall-row.tsx'
import { addWords } from '../i18n/add-words.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { useHoldTimer } from '../live/airports/use-hold-timer.ts'
import { usePlaces } from '../live/places/place-store.ts'
import { useAirport, useAirports } from '../live/reports/use-reports.ts'
import { usePage } from '../state/page-store.ts'
import { useNamedPlaces } from '../state/wall-places.ts'
import card from '../ui/styles/wall-card.module.css'
import styles from './watched.module.css'

addWords(import.meta.glob('../../locales/*/{clock,wall}.json', { eager: true, import: 'default' }))

/** Maximum legible beside the rest. */
const SHOWN_MAX = 4

/** The watched airports and places; nothing where none is watched. */
export function Watched() {
  const watched = usePage((state) => state.watched)
  return watched.length === 0 ? null : <WatchedCard watched={watched} />
}

/** The worst first, with the earliest end of their levels. */
function WatchedCard({ watched }: { watched: readonly string[] }) {
  const { t } = useTranslation('clock')
  const { t: own } = useTranslation('wall')
  const worstFirst = useWorstFirst(watched)
  useNamedPlaces('watched', usePositions(watched))
  return (
    <div className={`${card.card} ${styles.card}`} data-across>
      <WallCardHead title={own('watched')} first={worstFirst[0]} hasTimes />
      <ul aria-label={t('watch.strip')}>
        {worstFirst.slice(0, SHOWN_MAX).map((icao) => (
          <WatchedAirport key={icao} icao={icao} />
        ))}
      </ul>
      {watched.length > SHOWN_MAX ? <p>{own('shown', { shown: SHOWN_MAX, count: watched.length })}</p> : null}
    </div>
  )
}

/** The positions of pinned places, if known. */
function usePositions(ids: readonly string[]) {
  const airports = useAirports()
  const byId = usePlaces((state) => state.byId)
  return ids.flatMap((id) => airports.find(({ icao }) => icao === id) ?? byId.get(id)?.shape.middle ?? [])
}

function WatchedAirport({ icao }: { icao: string }) {
  const { distance, compass, zone } = useFormat()
  const lang = usePage((state) => state.lang)
  const place = usePlaces(({ byId }) => byId.get(icao))
  const airport = useAirport(icao)
  const nearest = useHoldTimer(icao)?.nearest
  const glance = useLevelsGlance(icao, zone)
  const ending = useEndingLevel(glance)
  const town = airport ? shortTown(airport, lang) : ''
  return (
    <li>
      <WallRow
        mark={ending?.mark ?? null}
        name={place ? localName(place, lang) : icao}
        isPlace={place !== undefined}
        town={nearest ? `${quantityText(distance(nearest.km))} ${compass(nearest.bearingDeg)}` : town}
        value={ending?.value ?? glance.text}
        tone={glance.tone}
      >
        <LevelNotes ladder={glance.ladder} />
      </WallRow>
    </li>
  )
}
