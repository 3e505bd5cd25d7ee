import type { Polarity } from './strike.ts'

/**
 * A strike's time and flags in 32 bits, for page and shader: 21 bits of strike time in sixteenths of a second (36
 * hours, wrapping), 9 bits of delay until it was shown, in the same unit, 2 bits of polarity.
 */
export const UNITS_PER_SECOND = 16
export const UNIT_MS = 1_000 / UNITS_PER_SECOND
export const TIME_SHIFT = 11
export const TIME_MASK = 0x1fffff
export const SHOWN_SHIFT = 2
/** Value of those 9 bits for a strike shown without a flash. */
export const SHOWN_NEVER = 0x1ff

/** Times further apart are ambiguous, since the 21 bits wrap. */
export const TIME_REACH_MS = (2 ** 20 / UNITS_PER_SECOND) * 1_000

/** Whole units since 1970; `unitsOf(ms) & TIME_MASK` is wrong above 2^31, so use `wrapUnits`. */
export function unitsOf(ms: number): number {
  return Math.floor(ms / UNIT_MS)
}

export function wrapUnits(units: number): number {
  return units - Math.floor(units / (TIME_MASK + 1)) * (TIME_MASK + 1)
}

/** `shownAfterMs` is null for a strike without a flash, such as those from before the page was opened. */
export function packWord(units: number, shownAfterMs: number | null, polarity: Polarity): number {
  const shown = shownAfterMs === null ? SHOWN_NEVER : Math.max(0, Math.ceil(shownAfterMs / UNIT_MS))
  return (
    ((wrapUnits(units) << TIME_SHIFT) | (Math.min(shown, SHOWN_NEVER) << SHOWN_SHIFT) | (polarity & 3)) >>> 0 // -1 is 3
  )
}

/** Units from the word's strike until the wrapped time `nowWrapped`; negative for later ones. */
export function unitsBefore(nowWrapped: number, word: number): number {
  return ((nowWrapped - (word >>> TIME_SHIFT)) << TIME_SHIFT) >> TIME_SHIFT
}

/** The word of a record that replaces another of its stroke: it inherits when that one was shown. */
export function withShownOf(word: number, other: number): number {
  const shown = other & (SHOWN_NEVER << SHOWN_SHIFT)
  return shown === SHOWN_NEVER << SHOWN_SHIFT ? word : ((word & ~(SHOWN_NEVER << SHOWN_SHIFT)) | shown) >>> 0
}

/** Delay until it was shown; null for a strike without a flash. */
export function shownAfterMsOf(word: number): number | null {
  const shown = (word >>> SHOWN_SHIFT) & SHOWN_NEVER
  return shown === SHOWN_NEVER ? null : shown * UNIT_MS
}

export function polarityOfWord(word: number): Polarity {
  return ((word << 30) >> 30) as Polarity
}
