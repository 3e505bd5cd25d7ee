import { useTranslation } from 'react-i18next'
import { parseCoordinates } from '../../../../core/geo/coordinates.ts'
import { onGrid } from '../../../../core/geo/place-grid.ts'
import { ZOOM_TO_PLACE } from '../../../desk/search/find-hits.ts'
import type { PanelProps } from '../../../live/overlay.ts'
import { useFocusFromUrl } from '../../../map/camera/use-focus-from-url.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Forecasts } from '../forecast/forecasts.tsx'
import { NearbySection } from '../nearby/nearby-section.tsx'
import { LookCost } from './look-cost.tsx'
import { ObservationSection } from './observation-section.tsx'
import { StationEntry } from './station-entry.tsx'
import { usePointWords } from './use-point-words.ts'
import { Where } from './where.tsx'

export default function PointPanel({ id, onClose }: PanelProps) {
  const t = usePointWords()
  const { t: page } = useTranslation('page')
  const found = parseCoordinates(id)
  useFocusFromUrl(found, ZOOM_TO_PLACE)
  const frame = { label: t('name'), title: t('title'), closeLabel: page('close'), onClose }
  if (!found) {
    return (
      <Panel {...frame}>
        <Notice tone="warn" title={t('notAPlace', { id })} />
      </Panel>
    )
  }
  const at = onGrid(found)
  return (
    <Panel {...frame} subtitle={<Where at={at} />}>
      <ObservationSection at={at} />
      <Forecasts at={at} />
      <NearbySection at={at} />
      <StationEntry />
      <LookCost />
    </Panel>
  )
}
