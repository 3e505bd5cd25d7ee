import { useTranslation } from 'react-i18next'
import type { MapOverlay } from '../live/overlay.ts'
import { usePage } from '../state/page-store.ts'
import styles from './current-layers.module.css'

/** In the bar while the map shows the past: the layers on it that do not follow the shown moment, by their names. */
export function CurrentLayers({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const isPast = usePage((state) => state.shownAtMs !== null)
  const on = usePage((state) => state.overlaysOn)
  const layers = overlays.filter(({ id, Row, followsTime }) => Row && !followsTime && on.includes(id))
  if (!isPast || layers.length === 0) return null
  const names = layers.map(({ id }) => t('name', { ns: id })).join(t('comma'))
  return <span className={styles.current}>{t('layersOfNow', { layers: names })}</span>
}
