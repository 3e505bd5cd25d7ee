import { PALETTE_NAMES, type PaletteName } from './age-ramp.ts'
import type { Chosen } from './strike-scan.ts'

/** How strikes with a weak location are drawn. */
export const WEAK_STRIKE_STYLES = ['shown', 'hollow', 'hidden'] as const
export type WeakStrikeStyle = (typeof WEAK_STRIKE_STYLES)[number]

/** When the shape of a mark shows the polarity: zoomed in, or always. */
export const POLARITY_SHOWN = ['near', 'always'] as const
export type PolarityShown = (typeof POLARITY_SHOWN)[number]

/** Which strikes are drawn and counted, and how. */
export interface StrikeDisplayOptions {
  /** Every record instead of one mark per stroke. */
  records: boolean
  weak: WeakStrikeStyle
  palette: PaletteName
  /** Density cells when zoomed out, where marks would overlap. */
  density: boolean
  polarity: PolarityShown
}

export const STRIKE_DISPLAY_DEFAULT: StrikeDisplayOptions = {
  records: false,
  weak: 'shown',
  palette: 'brontide',
  density: true,
  polarity: 'near',
}

/** Which records are drawn, picked and counted with these options. */
export function chosenBy({ records, weak }: StrikeDisplayOptions): Chosen {
  return { records, firm: weak === 'hidden' }
}

/** Parses `records,hollow,classic,marks,polarity`, in any order; other words are ignored. */
export function parseStrikeDisplay(text: string): StrikeDisplayOptions {
  const words = text.split(',')
  return {
    records: words.includes('records'),
    weak: WEAK_STRIKE_STYLES.find((look) => words.includes(look)) ?? STRIKE_DISPLAY_DEFAULT.weak,
    palette: PALETTE_NAMES.find((name) => words.includes(name)) ?? STRIKE_DISPLAY_DEFAULT.palette,
    density: !words.includes('marks'),
    polarity: words.includes('polarity') ? 'always' : 'near',
  }
}

/** Inverse of `parseStrikeDisplay`; empty for the defaults. */
export function strikeDisplayText({ records, weak, palette, density, polarity }: StrikeDisplayOptions): string {
  return [
    records ? 'records' : '',
    weak === STRIKE_DISPLAY_DEFAULT.weak ? '' : weak,
    palette === STRIKE_DISPLAY_DEFAULT.palette ? '' : palette,
    density ? '' : 'marks',
    polarity === 'always' ? 'polarity' : '',
  ]
    .filter(Boolean)
    .join()
}
