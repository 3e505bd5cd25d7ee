import { ageBands, STRIKE_RIM } from '../../../../core/strikes/age-ramp.ts'
import type { Polarity } from '../../../../core/strikes/strike.ts'
import { usePage } from '../../../state/page-store.ts'

/** Of the catalogue. */
export const POLARITY_KEYS = { '-1': 'negative', '0': 'unknown', '1': 'positive' } as const

const ARM = 3.8
/** The age whose colour shows shapes best on both maps. */
const SHOWN_AGE = 2

export function StrikeGlyph({ polarity }: { polarity: Polarity }) {
  const theme = usePage((state) => state.theme)
  const palette = usePage((state) => state.strikeDisplay.palette)
  const rim = STRIKE_RIM[theme].colour
  const fill = ageBands(palette, theme)[SHOWN_AGE]!.colour
  const bars = polarity === 0 ? [] : polarity > 0 ? [`M-${ARM} 0H${ARM}`, `M0-${ARM}V${ARM}`] : [`M-${ARM} 0H${ARM}`]
  return (
    <svg width="0.875rem" height="0.875rem" viewBox="-7 -7 14 14" aria-hidden="true">
      {polarity === 0 ? <circle r={3.6} fill={fill} stroke={rim} strokeWidth={1.4} /> : null}
      {[`${rim}/4.6`, `${fill}/2.6`].flatMap((pass) => {
        const [stroke, width] = pass.split('/')
        return bars.map((d) => <path key={pass + d} d={d} stroke={stroke} strokeWidth={width} strokeLinecap="square" />)
      })}
    </svg>
  )
}
