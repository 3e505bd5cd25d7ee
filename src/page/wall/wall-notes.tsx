import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { usePage } from '../state/page-store.ts'
import { invalidWallValues } from './invalid-wall-values.ts'
import { useSilence } from './use-silence.ts'
import styles from './wall.module.css'

addWords(import.meta.glob('../../locales/*/wall.json', { eager: true, import: 'default' }))

/** Invalid values of the URL, shown beside the map, which continues. */
export function WallNotes({ lostStops }: { lostStops: readonly string[] }) {
  const { t } = useTranslation('wall')
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
