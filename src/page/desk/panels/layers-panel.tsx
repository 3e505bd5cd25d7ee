import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DeskSlot } from '../../live/desk-slot.tsx'
import { ErrorBoundary } from '../../live/error-boundary.tsx'
import { useFailedLayers } from '../../live/layer-boundary.tsx'
import type { MapOverlay } from '../../live/overlay.ts'
import { Credits } from '../../map/basemap/credits.tsx'
import { usePage } from '../../state/page-store.ts'
import { Loading } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LiveOnlyNotice } from '../live-only-notice.tsx'
import styles from './layers-panel.module.css'
import { SwitchedRow } from './switched-row.tsx'

/** A row per layer: its switch, its legend, count, age and state as text. */
export function LayersPanel({ overlays, onClose }: { overlays: readonly MapOverlay[]; onClose(): void }) {
  const { t } = useTranslation('page')
  const failed = useFailedLayers(({ ids }) => ids)
  const isOtherFailed = failed.some((id) => !overlays.some((overlay) => overlay.Row && overlay.id === id))
  return (
    <Panel title={t('layers')} label={t('layers')} closeLabel={t('hideLayers')} onClose={onClose}>
      <ul className={styles.rows}>
        {overlays
          .filter(({ Row }) => Row)
          .map((overlay) => (
            <LayerRow key={overlay.id} overlay={overlay} />
          ))}
        <DeskSlot place="LayerRows" />
      </ul>
      {isOtherFailed ? <p className={styles.credits}>{t('mapPartFailed')}</p> : null}
      <p className={styles.notice}>{t('notice')}</p>
      <p className={styles.credits}>
        <Credits />
      </p>
    </Panel>
  )
}

function LayerRow({ overlay: { id, Row, followsTime } }: { overlay: MapOverlay }) {
  const { t } = useTranslation('page')
  const on = usePage((state) => state.overlaysOn.includes(id))
  const toggle = usePage((state) => state.toggleOverlay)
  const isFailed = useFailedLayers(({ ids }) => ids.includes(id))
  return (
    <SwitchedRow name={t(`hazard.${id}`)} on={on} onToggle={() => toggle(id)}>
      {on && isFailed ? <p className={styles.credits}>{t('layerFailed')}</p> : null}
      {on && Row && !followsTime ? <LiveOnlyNotice words="rowOfNow" /> : null}
      {on && Row ? (
        <ErrorBoundary fallback={() => <p className={styles.credits}>{t('layerFailed')}</p>}>
          <Suspense fallback={<Loading label={t('loading')} />}>
            <Row />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </SwitchedRow>
  )
}
