import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../live/time/use-now.ts'
import { useHovered } from '../../map/picking/map-hover.ts'
import { MapTip } from '../../map/picking/map-tip.tsx'
import { useFires } from './use-fires.ts'
import './words.ts'

/** When the fire under the pointer was seen. */
export function FireTip() {
  const { t } = useTranslation('fires')
  const format = useFormat()
  const now = useNow()
  const hovered = useHovered('fire')
  const { fires } = useFires()
  const id = hovered?.selection.id
  const fire = useMemo(() => fires.find((each) => each.id === id), [fires, id])
  if (!hovered || !fire) return null
  const { detectedAtMs } = fire
  return (
    <MapTip x={hovered.x} y={hovered.y}>
      <strong>{format.utcTime(detectedAtMs)}</strong>
      <span>{format.zoneTime(detectedAtMs)}</span>
      <span>{t('ago', { age: format.age(Math.max(0, now - detectedAtMs)) })}</span>
    </MapTip>
  )
}
