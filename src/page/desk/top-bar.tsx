import { lazy, type RefObject, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Clocks } from './clocks.tsx'
import { useContract } from './contract-context.ts'
import { LinkState } from './link-state.tsx'
import type { MapOverlay } from './overlay.ts'
import { SearchBox } from './search-box.tsx'
import { ServerStatus } from './server-status.tsx'
import { Settings } from './settings.tsx'
import { useShell } from './shell-store.ts'
import styles from './top-bar.module.css'

const ShownMoment = lazy(() => import('./shown-moment.tsx'))

interface TopBarProps {
  overlays: readonly MapOverlay[]
  searchField: RefObject<HTMLInputElement | null>
  settingsOpen: boolean
  onSettingsOpen(open: boolean): void
}

export function TopBar({ overlays, searchField, settingsOpen, onSettingsOpen }: TopBarProps) {
  const { t } = useTranslation('shell')
  const { config } = useContract()
  const isPast = useShell((state) => state.shownAtMs !== null)
  return (
    <header className={styles.bar} data-part>
      <h1 className={styles.brand} title={t('tagline')}>
        <BrandMark sizeRem={1.125} />
        <span className={styles.product}>{t('product')}</span>
      </h1>
      {config.simulated ? (
        <strong className={styles.simulated} title={t('simulatedHint')}>
          {t('simulated')}
        </strong>
      ) : null}
      <div className={styles.search}>
        <SearchBox overlays={overlays} field={searchField} />
      </div>
      <Suspense>{isPast ? <ShownMoment overlays={overlays} /> : null}</Suspense>
      <div className={styles.status}>
        <LinkState />
        <ServerStatus />
        <Clocks />
      </div>
      <Settings open={settingsOpen} onOpenChange={onSettingsOpen} />
    </header>
  )
}
