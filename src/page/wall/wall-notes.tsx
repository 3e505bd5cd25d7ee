import { useMemo } from 'react'
import { useShell } from '../shell-store.ts'
import { useWords } from '../use-words.ts'
import { slipsOf } from './slips.ts'
import { wallStrings } from './strings.ts'
import { useSilence } from './use-silence.ts'
import styles from './wall.module.css'

/** What the address asked for and could not have: said beside the map, which goes on. */
export function WallNotes({ lostStops }: { lostStops: readonly string[] }) {
  const t = useWords('wall', wallStrings)
  const wall = useShell((state) => state.wall)
  const slips = useMemo(() => (wall ? slipsOf(wall) : []), [wall])
  const isSilent = useSilence()
  if (slips.length === 0 && lostStops.length === 0 && !isSilent) return null
  return (
    <ul className={styles.notes} aria-label={t('notes')}>
      {slips.map((slip) => (
        <li key={slip.name}>{t('slip', { ...slip })}</li>
      ))}
      {lostStops.length > 0 ? <li>{t('lostStops', { stops: lostStops.join(', ') })}</li> : null}
      {isSilent ? <li>{t('silentBrowser')}</li> : null}
    </ul>
  )
}
