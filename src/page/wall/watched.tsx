import { glanceTold } from '../airport/hold-timer-words.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { holdTimerStrings } from '../i18n/hold-timer-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { useHoldTimer } from '../live/airports/use-hold-timer.ts'
import { placeName, usePlaces } from '../live/places/place-store.ts'
import { usePage } from '../state/page-store.ts'
import styles from './wall.module.css'

/** So many can be read on a wall beside the rest. */
const SHOWN_MAX = 4

/** The lightning around the first few of the watched airports and places; nothing where none is watched. */
export function Watched() {
  const t = useWords('clock', holdTimerStrings)
  const watched = usePage((state) => state.watched)
  if (watched.length === 0) return null
  return (
    <ul className={styles.watched} aria-label={t('watch.strip')}>
      {watched.slice(0, SHOWN_MAX).map((icao) => (
        <WatchedAirport key={icao} icao={icao} />
      ))}
    </ul>
  )
}

function WatchedAirport({ icao }: { icao: string }) {
  const t = useWords('clock', holdTimerStrings)
  const { distance, compass } = useFormat()
  const lang = usePage((state) => state.lang)
  const place = usePlaces(({ byId }) => byId.get(icao))
  const holdTimer = useHoldTimer(icao)
  const { tone, text } = glanceTold(holdTimer, t)
  const nearest = holdTimer?.nearest
  return (
    <li>
      <b>{place ? placeName(place, lang) : icao}</b> <span data-tone={tone}>{text}</span>{' '}
      {nearest
        ? t('watch.nearest', { distance: quantityText(distance(nearest.km)), compass: compass(nearest.bearingDeg) })
        : null}
    </li>
  )
}
