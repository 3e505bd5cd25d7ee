import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FORECAST_DATASETS, type ForecastDataset } from '../../contract/standard.ts'
import { parseCoordinates } from '../../core/coordinates.ts'
import { positionText } from '../../core/format.ts'
import type { PanelProps } from '../../shell/overlay.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ForecastSection } from './forecast-section.tsx'
import { ObservationSection } from './observation-section.tsx'
import styles from './point-panel.module.css'

export default function PointPanel({ id, onClose }: PanelProps) {
  const { t } = useTranslation('point')
  const { t: shell } = useTranslation('shell')
  const [dataset, setDataset] = useState<ForecastDataset>('surface')
  const at = parseCoordinates(id)
  const frame = { label: t('name'), closeLabel: shell('close'), onClose }
  if (!at) {
    return (
      <Panel {...frame} title={t('title')}>
        <Notice tone="warn" title={t('notAPlace', { id })} />
      </Panel>
    )
  }
  return (
    <Panel {...frame} title={t('title')} subtitle={positionText(at.lat, at.lon, 2)}>
      <ObservationSection at={at} />
      <div className={styles.dataset}>
        <Segmented<ForecastDataset>
          label={t('dataset')}
          value={dataset}
          options={FORECAST_DATASETS.map((value) => ({ value, label: t(value) }))}
          onChange={setDataset}
        />
      </div>
      <ForecastSection at={at} dataset={dataset} step="hourly" />
      <ForecastSection at={at} dataset={dataset} step="daily" />
    </Panel>
  )
}
