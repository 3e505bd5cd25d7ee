import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countText } from '../../../../core/util/format.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useMapInstance } from '../../../map/map-hooks.ts'
import { MapTip } from '../../../map/picking/map-tip.tsx'
import { usePage } from '../../../state/page-store.ts'
import { type HoveredStrike, hoveredStrikes } from '../layer/hovered-strike.ts'
import { cardStrings } from '../row/card-strings.ts'
import { StrikeGlyph } from '../row/strike-glyph.tsx'
import '../words.ts'

/** What the strike under the pointer is, in a line. */
export function HoverTip() {
  const { t } = useTranslation('lightning')
  const card = useWords('strike-card', cardStrings)
  const { clock } = useServerConnection()
  const map = useMapInstance()
  const { columns } = useShownStrikes()
  const { age } = useFormat()
  const [hovered, setHovered] = useState<HoveredStrike | null>(null)
  useEffect(() => hoveredStrikes.subscribe(setHovered), [])
  useEffect(() => {
    if (!map) return
    const leave = () => setHovered(null)
    map.on('mouseout', leave)
    map.on('movestart', leave)
    return () => {
      map.off('mouseout', leave)
      map.off('movestart', leave)
    }
  }, [map])

  const strike = hovered && columns.at(hovered.sequence)
  if (!hovered || !strike) return null
  const nowMs = usePage.getState().shownAtMs ?? clock.now()
  const polarity = ({ '-1': 'negative', '0': 'unknown', '1': 'positive' } as const)[`${strike.polarity}`]
  return (
    <MapTip x={hovered.x} y={hovered.y}>
      <StrikeGlyph polarity={strike.polarity} />
      <span>{card('ago', { age: age(Math.max(0, nowMs - strike.timeMs)) })}</span>
      {columns.knowsPolarity ? <span>{t(polarity)}</span> : null}
      {strike.records > 1 ? (
        <span>{card('recordsShort', { count: strike.records, records: countText(strike.records) })}</span>
      ) : null}
    </MapTip>
  )
}
