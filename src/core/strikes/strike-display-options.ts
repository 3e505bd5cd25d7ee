import { PALETTE_NAMES, type PaletteName } from './age-ramp.ts'
import type { Chosen } from './strike-scan.ts'

/** What becomes of strikes whose location is weak. */
export const WEAK_LOOKS = ['shown', 'hollow', 'hidden'] as const
export type WeakLook = (typeof WEAK_LOOKS)[number]

/** What of the strikes is drawn and counted, and how. */
export interface StrikeChoice {
  /** Every record of the network instead of one mark a stroke. */
  records: boolean
  weak: WeakLook
  palette: PaletteName
  /** Far out, where marks would cover each other, cells that tell how many. */
  density: boolean
}

export const STRIKE_CHOICE_DEFAULT: StrikeChoice = {
  records: false,
  weak: 'shown',
  palette: 'brontide',
  density: true,
}

/** Which records a choice leaves to be drawn, picked and counted. */
export function chosenBy({ records, weak }: StrikeChoice): Chosen {
  return { records, firm: weak === 'hidden' }
}

/** `records,hollow,classic,marks`, in any order; a word that is none of these says nothing. */
export function parseStrikeChoice(text: string): StrikeChoice {
  const words = text.split(',')
  return {
    records: words.includes('records'),
    weak: WEAK_LOOKS.find((look) => words.includes(look)) ?? STRIKE_CHOICE_DEFAULT.weak,
    palette: PALETTE_NAMES.find((name) => words.includes(name)) ?? STRIKE_CHOICE_DEFAULT.palette,
    density: !words.includes('marks'),
  }
}

/** What `parseStrikeChoice` reads; empty where all is as usual. */
export function strikeChoiceText({ records, weak, palette, density }: StrikeChoice): string {
  return [
    records ? 'records' : '',
    weak === STRIKE_CHOICE_DEFAULT.weak ? '' : weak,
    palette === STRIKE_CHOICE_DEFAULT.palette ? '' : palette,
    density ? '' : 'marks',
  ]
    .filter(Boolean)
    .join()
}
