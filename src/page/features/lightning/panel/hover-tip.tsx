import { useTranslation } from 'react-i18next'
import { countText } from '../../../../core/util/format.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useHovered } from '../../../map/picking/map-hover.ts'
import { MapTip } from '../../../map/picking/map-tip.tsx'
import { usePage } from '../../../state/page-store.ts'
import { cardStrings } from '../row/card-strings.ts'
import { StrikeGlyph } from '../row/strike-glyph.tsx'
import { parseStrikeId } from './strike-id.ts'
import '../words.ts'

/** The strike under the pointer, in a line. */
export function HoverTip() {
  const { t } = useTranslation('lightning')
  const card = useWords('strike-card', cardStrings)
  const { clock } = useServerConnection()
  const { columns } = useShownStrikes()
  const { age } = useFormat()
  const hovered = useHovered('strike')
  const name = hovered && parseStrikeId(hovered.selection.id)
  const sequence = name && columns.find(name.timeMs, name.lat, name.lon)
  const strike = sequence === null ? null : columns.at(sequence)
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
