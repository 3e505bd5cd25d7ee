import { useTranslation } from 'react-i18next'
import { parseCoordinates } from '../../core/coordinates.ts'
import { positionText } from '../../core/format.ts'
import { onGrid } from '../../core/place-grid.ts'
import { ZOOM_TO_PLACE } from '../../shell/find-hits.ts'
import type { PanelProps } from '../../shell/overlay.ts'
import { useLookFor } from '../../shell/use-look-for.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Forecasts } from './forecasts.tsx'
import { LookCost } from './look-cost.tsx'
import { NearbySection } from './nearby-section.tsx'
import { ObservationSection } from './observation-section.tsx'
import { usePointWords } from './use-point-words.ts'

export default function PointPanel({ id, onClose }: PanelProps) {
  const t = usePointWords()
  const { t: shell } = useTranslation('shell')
  const found = parseCoordinates(id)
  useLookFor({ kind: 'point', id }, found, ZOOM_TO_PLACE)
  const frame = { label: t('name'), title: t('title'), closeLabel: shell('close'), onClose }
  if (!found) {
    return (
      <Panel {...frame}>
        <Notice tone="warn" title={t('notAPlace', { id })} />
      </Panel>
    )
  }
  const at = onGrid(found)
  return (
    <Panel {...frame} subtitle={positionText(at.lat, at.lon, 2)}>
      <ObservationSection at={at} />
      <NearbySection at={at} />
      <Forecasts at={at} />
      <LookCost />
    </Panel>
  )
}
