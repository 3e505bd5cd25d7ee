import type { FeatureCollection } from 'geojson'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { countText } from '../../../../core/util/format.ts'
import { addWords } from '../../../i18n/add-words.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { unknownShare } from '../../../live/strikes/known-share.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { boxAreas, HatchedAreas } from '../../../map/hatched-areas.tsx'
import { NO_FEATURES } from '../../../map/map-hooks.ts'
import { useHovered } from '../../../map/picking/map-hover.ts'
import { MapTip } from '../../../map/picking/map-tip.tsx'
import { usePage } from '../../../state/page-store.ts'
import { RangeRings } from '../layer/range-rings.tsx'
import { parseStrikeId } from '../panel/strike-id.ts'
import { POLARITY_KEYS, StrikeGlyph } from './strike-glyph.tsx'
import '../words.ts'

addWords(import.meta.glob('../../../../locales/*/strike-card.json', { eager: true, import: 'default' }))

const WORLD: FeatureCollection = boxAreas([{ west: -180, south: -85, east: 180, north: 85 }])

/** A part that is unknown is hatched as strongly as it is long, in tenths: seen, and less than a whole. */
const STEPS = 10

const PARTLY = { least: 0.3, most: 0.9 } as const

/** Loaded after the first strikes: past strikes of the window, and the decorations of the map. */
export default function LightningExtras() {
  const { strikes } = useServerConnection()
  const windowMinutes = usePage((state) => state.windowMinutes)
  useEffect(() => strikes.reachBack(windowMinutes * MINUTE_MS), [strikes, windowMinutes])
  return (
    <>
      <UnobservedWindow />
      <RangeRings />
      <HoverTip />
    </>
  )
}

/** The strike under the pointer, in a line. */
function HoverTip() {
  const { t } = useTranslation('lightning')
  const { t: card } = useTranslation('strike-card')
  const { clock } = useServerConnection()
  const { columns } = useShownStrikes()
  const { age } = useFormat()
  const hovered = useHovered('strike')
  const name = hovered && parseStrikeId(hovered.selection.id)
  const sequence = name && columns.find(name.timeMs, name.lat, name.lon)
  const strike = sequence === null ? null : columns.at(sequence)
  if (!hovered || !strike) return null
  const nowMs = usePage.getState().shownAtMs ?? clock.now()
  return (
    <MapTip x={hovered.x} y={hovered.y}>
      <StrikeGlyph polarity={strike.polarity} />
      <span>{card('ago', { age: age(Math.max(0, nowMs - strike.timeMs)) })}</span>
      {columns.knowsPolarity ? <span>{t(POLARITY_KEYS[`${strike.polarity}`])}</span> : null}
      {strike.records > 1 ? (
        <span>{card('recordsShort', { count: strike.records, records: countText(strike.records) })}</span>
      ) : null}
    </MapTip>
  )
}

/**
 * Hatches the whole map while part of the shown window is unobserved or failed to load, the stronger the larger the
 * part: no mark then does not mean no lightning.
 */
function UnobservedWindow() {
  const strength = useUnobserved()
  return <HatchedAreas id="strikes-unobserved" areas={strength > 0 ? WORLD : NO_FEATURES} strength={strength} />
}

/** Strength of the hatching, 0 to 1, by the unknown share of the shown window, updated each second. */
export function useUnobserved(): number {
  const held = useShownStrikes()
  const shownAtMs = usePage((state) => state.shownAtMs)
  const windowMinutes = usePage((state) => state.windowMinutes)
  return useOfNow((nowMs) => {
    const endMs = shownAtMs ?? nowMs
    const share = unknownShare(held, endMs - windowMinutes * MINUTE_MS, endMs)
    if (share === 0 || share === 1) return share
    return Math.min(PARTLY.most, Math.max(PARTLY.least, Math.ceil(share * STEPS) / STEPS))
  })
}
