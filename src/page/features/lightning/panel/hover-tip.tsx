import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countText } from '../../core/format.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useFormat } from '../../shell/format.ts'
import { useMapInstance } from '../../shell/map-hooks.ts'
import { MapTip } from '../../shell/map-tip.tsx'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useWords } from '../../shell/use-words.ts'
import { cardStrings } from './card-strings.ts'
import { StrikeGlyph } from './strike-glyph.tsx'
import { type Hovered, strikeSourceOf } from './strike-source.ts'
import './words.ts'

/** What the strike under the pointer is, in a line. */
export function HoverTip() {
  const { t } = useTranslation('lightning')
  const card = useWords('strike-card', cardStrings)
  const contract = useContract()
  const source = strikeSourceOf(contract)
  const map = useMapInstance()
  const { columns } = useShownStrikes()
  const { age } = useFormat()
  const [hovered, setHovered] = useState<Hovered | null>(null)
  useEffect(() => source.hovers.subscribe(setHovered), [source])
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
  const nowMs = useShell.getState().shownAtMs ?? contract.clock.now()
  const polarity = ({ '-1': 'negative', '0': 'unknown', '1': 'positive' } as const)[`${strike.polarity}`]
  return (
    <MapTip x={hovered.x} y={hovered.y}>
      <StrikeGlyph polarity={strike.polarity} />
      <span>{card('ago', { age: age(Math.max(0, nowMs - strike.timeMs)) })}</span>
      <span>{t(polarity)}</span>
      {strike.records > 1 ? (
        <span>{card('recordsShort', { count: strike.records, records: countText(strike.records) })}</span>
      ) : null}
    </MapTip>
  )
}
