import { LevelLines } from '../airport/level-lines.tsx'
import { useLevelsGlance } from '../airport/use-levels-glance.ts'
import { useWorstFirst } from '../airport/use-worst-first.ts'
import { quantityText, useFormat } from '../i18n/format.ts'
import { holdTimerStrings } from '../i18n/hold-timer-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { useHoldTimer } from '../live/airports/use-hold-timer.ts'
import { placeName, usePlaces } from '../live/places/place-store.ts'
import { usePage } from '../state/page-store.ts'
import card from '../ui/styles/wall-card.module.css'
import { wallStrings } from './strings.ts'
import styles from './watched.module.css'

/** So many can be read on a wall beside the rest. */
const SHOWN_MAX = 4

/** Who of those that somebody chose must act, and until when: the worst few of them; nothing where none is watched. */
export function Watched() {
  const t = useWords('clock', holdTimerStrings)
  const own = useWords('wall', wallStrings)
  const watched = usePage((state) => state.watched)
  const worstFirst = useWorstFirst(watched)
  if (watched.length === 0) return null
  return (
    <div className={`${card.card} ${styles.card}`} data-across>
      <div className={card.head}>
        <h2>{own('watched')}</h2>
        <p className={styles.left}>{own('left')}</p>
      </div>
      <ul aria-label={t('watch.strip')}>
        {worstFirst.slice(0, SHOWN_MAX).map((icao) => (
          <WatchedAirport key={icao} icao={icao} />
        ))}
      </ul>
    </div>
  )
}

function WatchedAirport({ icao }: { icao: string }) {
  const { distance, compass } = useFormat()
  const lang = usePage((state) => state.lang)
  const place = usePlaces(({ byId }) => byId.get(icao))
  const holdTimer = useHoldTimer(icao)
  const { tone, text, ladder } = useLevelsGlance(icao)
  const nearest = holdTimer?.nearest
  return (
    <li>
      <div className={styles.row}>
        <strong>{place ? placeName(place, lang) : icao}</strong>{' '}
        <span className={styles.count} data-tone={tone}>
          {text}
        </span>{' '}
        <span className={styles.nearest}>
          {nearest ? `${quantityText(distance(nearest.km))} ${compass(nearest.bearingDeg)}` : null}
        </span>
      </div>
      {ladder ? <LevelLines ladder={ladder} /> : null}
    </li>
  )
}
