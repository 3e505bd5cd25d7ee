import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addWords } from '../i18n/add-words.ts'
import { useFailedLayers } from '../live/layer-boundary.tsx'
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
  const failed = useFailedLayers(({ ids }) => ids)
  const { t: page } = useTranslation('page')
  if (invalid.length === 0 && lostStops.length === 0 && failed.length === 0 && !isSilent) return null
  return (
    <ul className={styles.notes} aria-label={t('notes')}>
      {invalid.map((slip) => (
        <li key={slip.name}>{t('slip', { ...slip })}</li>
      ))}
      {lostStops.length > 0 ? <li>{t('lostStops', { stops: lostStops.join(', ') })}</li> : null}
      {failed.map((id) => (
        <li key={id}>{t('layerFailed', { layer: page(`hazard.${id}`, { defaultValue: t('mapPart') }) })}</li>
      ))}
      {isSilent ? <li>{t('silentBrowser')}</li> : null}
    </ul>
  )
}
