import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Credits } from './credits.tsx'
import styles from './layers-panel.module.css'
import { OfNow } from './of-now.tsx'
import type { MapOverlay } from './overlay.ts'
import { useShell } from './shell-store.ts'
import { Survive } from './survive.tsx'

interface LayersPanelProps {
  overlays: readonly MapOverlay[]
  onClose(): void
}

/** A row a layer: its switch, and in words what it shows, how much, how old, and in what state. */
export function LayersPanel({ overlays, onClose }: LayersPanelProps) {
  const { t } = useTranslation('shell')
  return (
    <Panel title={t('layers')} label={t('layers')} closeLabel={t('hideLayers')} onClose={onClose}>
      <ul className={styles.rows}>
        {overlays
          .filter(({ Row }) => Row)
          .map((overlay) => (
            <LayerRow key={overlay.id} overlay={overlay} />
          ))}
      </ul>
      <p className={styles.notice}>{t('notice')}</p>
      <p className={styles.credits}>
        <Credits />
      </p>
    </Panel>
  )
}

function LayerRow({ overlay: { id, Row, followsTime } }: { overlay: MapOverlay }) {
  const { t } = useTranslation('shell')
  const { t: own } = useTranslation(id)
  const on = useShell((state) => state.overlaysOn.includes(id))
  const toggle = useShell((state) => state.toggleOverlay)
  const name = own('name')
  return (
    <li className={styles.row}>
      <label className={styles.head}>
        <span className={styles.name}>{name}</span>
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={on}
          aria-checked={on}
          aria-label={name}
          onChange={() => toggle(id)}
        />
      </label>
      {on && Row && !followsTime ? <OfNow words="rowOfNow" /> : null}
      {on && Row ? (
        <Survive fallback={() => <p className={styles.credits}>{t('layerFailed')}</p>}>
          <Suspense fallback={<Loading label={t('loading')} />}>
            <Row />
          </Suspense>
        </Survive>
      ) : null}
    </li>
  )
}
