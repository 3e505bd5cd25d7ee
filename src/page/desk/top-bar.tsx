import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { dataMark } from '../i18n/data-mark.ts'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import chipStyles from './current-layers.module.css'
import { SearchBox } from './search/search-box.tsx'
import { Settings } from './settings/settings.tsx'
import { LinkState } from './status/link-state.tsx'
import { ServerStatus } from './status/server-status.tsx'
import { TimeDisplays } from './status/time-displays.tsx'
import styles from './top-bar.module.css'

interface TopBarProps {
  overlays: readonly MapOverlay[]
  searchField: RefObject<HTMLInputElement | null>
  settingsOpen: boolean
  onSettingsOpen(open: boolean): void
}

export function TopBar({ overlays, searchField, settingsOpen, onSettingsOpen }: TopBarProps) {
  const { t } = useTranslation('page')
  const { config } = useServerConnection()
  const mark = dataMark(config, t)
  return (
    <header className={styles.bar} data-part>
      <h1 className={styles.brand} title={t('tagline')}>
        <BrandMark sizeRem={1.125} />
        <span className={styles.product}>{t('product')}</span>
      </h1>
      {mark ? (
        <strong
          className={config.replay ? `${styles.simulated} ${styles.replay}` : styles.simulated}
          title={config.replay ? t('replayHint', { mark }) : t('simulatedHint')}
        >
          {mark}
        </strong>
      ) : null}
      <div className={styles.search}>
        <SearchBox overlays={overlays} field={searchField} />
      </div>
      <div className={styles.status}>
        <CurrentLayers overlays={overlays} />
        <LinkState />
        <ServerStatus />
        <TimeDisplays />
      </div>
      <Settings overlays={overlays} open={settingsOpen} onOpenChange={onSettingsOpen} />
    </header>
  )
}

/** In the bar while the map shows the past: the layers on it that do not follow the shown moment, by their names. */
function CurrentLayers({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const isPast = usePage((state) => state.shownAtMs !== null)
  const on = usePage((state) => state.overlaysOn)
  const layers = overlays.filter(({ id, Row, followsTime }) => Row && !followsTime && on.includes(id))
  if (!isPast || layers.length === 0) return null
  const names = layers.map(({ id }) => t(`hazard.${id}`)).join(t('comma'))
  return <span className={chipStyles.current}>{t('layersOfNow', { layers: names })}</span>
}
