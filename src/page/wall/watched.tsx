import { clockStrings } from '../clock-strings.ts'
import { glanceTold } from '../clock-words.ts'
import { quantityText, useFormat } from '../format.ts'
import { useShell } from '../shell-store.ts'
import { useAirportClock } from '../use-airport-clock.ts'
import { useWords } from '../use-words.ts'
import styles from './wall.module.css'

/** So many can be read on a wall beside the rest. */
const SHOWN_MAX = 4

/** The lightning around the first few of the watched airports; nothing where none is watched. */
export function Watched() {
  const t = useWords('clock', clockStrings)
  const watched = useShell((state) => state.watched)
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
  const t = useWords('clock', clockStrings)
  const { distance, compass } = useFormat()
  const clock = useAirportClock(icao)
  const { tone, text } = glanceTold(clock, t)
  const nearest = clock?.nearest
  return (
    <li>
      <b>{icao}</b> <span data-tone={tone}>{text}</span>{' '}
      {nearest
        ? t('watch.nearest', { distance: quantityText(distance(nearest.km)), compass: compass(nearest.bearingDeg) })
        : null}
    </li>
  )
}
