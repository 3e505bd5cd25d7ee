import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../shell/format.ts'
import { useHovered } from '../../shell/map-hover.ts'
import { MapTip } from '../../shell/map-tip.tsx'
import { useNow } from '../../shell/use-now.ts'
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
