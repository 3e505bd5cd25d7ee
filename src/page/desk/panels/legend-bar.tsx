import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBoundary } from '../../live/error-boundary.tsx'
import type { MapOverlay } from '../../live/overlay.ts'
import { usePage } from '../../state/page-store.ts'
import styles from './legend-bar.module.css'

/** The marks of all layers that are on, in one slim bar over the map; it appears as a whole, so that no part moves another. */
export function LegendBar({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('page')
  const on = usePage((state) => state.overlaysOn)
  return (
    <Suspense>
      <section className={styles.bar} aria-label={t('legend')}>
        {overlays.map(({ id, Legend }) =>
          Legend && on.includes(id) ? (
            <ErrorBoundary key={id} fallback={() => <span>{t('panelFailed')}</span>}>
              <Legend />
            </ErrorBoundary>
          ) : null,
        )}
      </section>
    </Suspense>
  )
}
