import { useMemo } from 'react'
import { useWords } from '../i18n/use-words.ts'
import { usePage } from '../state/page-store.ts'
import { invalidWallValues } from './invalid-wall-values.ts'
import { wallStrings } from './strings.ts'
import { useSilence } from './use-silence.ts'
import styles from './wall.module.css'

/** Invalid values of the URL, shown beside the map, which continues. */
export function WallNotes({ lostStops }: { lostStops: readonly string[] }) {
  const t = useWords('wall', wallStrings)
  const wall = usePage((state) => state.wall)
  const asked = usePage((state) => state.askedQuery)
  const theme = usePage((state) => state.theme)
  const invalid = useMemo(() => (wall ? invalidWallValues(asked, wall, theme) : []), [asked, wall, theme])
  const isSilent = useSilence()
  if (invalid.length === 0 && lostStops.length === 0 && !isSilent) return null
  return (
    <ul className={styles.notes} aria-label={t('notes')}>
      {invalid.map((slip) => (
        <li key={slip.name}>{t('slip', { ...slip })}</li>
      ))}
      {lostStops.length > 0 ? <li>{t('lostStops', { stops: lostStops.join(', ') })}</li> : null}
      {isSilent ? <li>{t('silentBrowser')}</li> : null}
    </ul>
  )
}
