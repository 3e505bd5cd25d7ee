import type { Chosen } from './strike-scan.ts'

/** What becomes of strikes whose location is weak. */
export const WEAK_LOOKS = ['shown', 'hollow', 'hidden'] as const
export type WeakLook = (typeof WEAK_LOOKS)[number]

/** What of the strikes is drawn and counted, and how. */
export interface StrikeChoice {
  /** Every record of the network instead of one mark a stroke. */
  records: boolean
  weak: WeakLook
}

export const STRIKE_CHOICE_DEFAULT: StrikeChoice = { records: false, weak: 'shown' }

/** Which records a choice leaves to be drawn, picked and counted. */
export function chosenBy({ records, weak }: StrikeChoice): Chosen {
  return { records, firm: weak === 'hidden' }
}

/** `records,hollow`, in any order; a word that is none of these says nothing. */
export function parseStrikeChoice(text: string): StrikeChoice {
  const words = text.split(',')
  return {
    records: words.includes('records'),
    weak: WEAK_LOOKS.find((look) => words.includes(look)) ?? STRIKE_CHOICE_DEFAULT.weak,
  }
}

/** What `parseStrikeChoice` reads; empty where all is as usual. */
export function strikeChoiceText({ records, weak }: StrikeChoice): string {
  return [records ? 'records' : '', weak === STRIKE_CHOICE_DEFAULT.weak ? '' : weak].filter(Boolean).join()
}
