import { METRES_PER_STATUTE_MILE } from '../util/units.ts'

/** From this value on visibility is coded as one value. */
export const VISIBILITY_MAX_M = 10_000
/** From this value on the category could be the best one, which is not assumed beside an unreadable visibility. */
export const VISIBILITY_GOOD_M = 5_000

/** How the bound of a visibility is shown before its value. */
export const BOUND_SIGNS = { P: '>', M: '<' } as const

export interface VisibilityGroup {
  /** 10000 means 10 km or more. */
  visibilityM: number
  /** `P`: more than this; `M`: less. */
  bound: keyof typeof BOUND_SIGNS | null
  /** Direction of a lowest visibility, `NE`. */
  direction: string | null
}

/** `0350//`: the lowest, in an unknown direction. */
const METRES = /^[PM]?([\dO]{4})(?:M|NDV|\/\/|(N|NE|E|SE|S|SW|W|NW))?$/
const METRES_WITH_UNIT = /^(\d{2,3})M$/
const KILOMETRES = /^[PM]?(\d{1,2}(?:\.\d)?)KM(?:NDV|(N|NE|E|SE|S|SW|W|NW))?$/
const MILES = /^[PM]?(?:(\d{1,3}(?:\.\d{1,2})?)|(?:(\d{1,2}) [PM]?)?(\d{1,2})\/(\d{1,2}))SM$/

const MILES_MAX = 100
/** Longer distances are in steps of 5 miles: `34SM` has lost its stroke. */
const MILES_EACH_MAX = 15
const MILES_STEP = 5
/** Fractions are used up to 3 miles, in sixteenths at the finest. */
const WHOLE_BESIDE_FRACTION_MAX = 5
const DENOMINATOR_MAX = 16

/** Null for another form; `impossible` for an implausible number. */
export function readVisibility(word: string): VisibilityGroup | 'impossible' | null {
  const bound = (/^(?:\d{1,2} )?([PM])/.exec(word)?.[1] as 'P' | 'M' | undefined) ?? null
  const [, metres, metresTo] = METRES.exec(word) ?? []
  // A letter O counts as 0.
  if (metres && /\d/.test(metres)) return visibility(Number(metres.replaceAll('O', '0')), bound, metresTo)
  const few = METRES_WITH_UNIT.exec(word)?.[1]
  if (few) return visibility(Number(few), bound)
  const [, kilometres, kilometresTo] = KILOMETRES.exec(word) ?? []
  if (kilometres) return visibility(Number(kilometres) * 1_000, bound, kilometresTo)
  const match = MILES.exec(word)
  if (!match) return null
  const [, plain, whole, numerator, denominator] = match
  const miles = plain === undefined ? mixed(whole, numerator!, Number(denominator)) : Number(plain)
  const isPossible = miles !== null && (miles <= MILES_EACH_MAX || (miles <= MILES_MAX && miles % MILES_STEP === 0))
  return isPossible ? visibility(miles * METRES_PER_STATUTE_MILE, bound) : 'impossible'
}

function visibility(m: number, bound: VisibilityGroup['bound'], direction?: string): VisibilityGroup {
  return { visibilityM: m >= 9_999 ? VISIBILITY_MAX_M : Math.round(m), bound, direction: direction ?? null }
}

/** Miles of a whole number and a fraction, which some write as one: `21/2` is 2 1/2. Null without such a fraction. */
function mixed(whole: string | undefined, numerator: string, denominator: number): number | null {
  if (denominator < 2 || denominator > DENOMINATOR_MAX) return null
  const isProper = Number(numerator) > 0 && Number(numerator) < denominator
  if (isProper && whole === undefined) return Number(numerator) / denominator
  if (whole === undefined) {
    return numerator.length === 2 ? mixed(numerator[0], numerator.slice(1), denominator) : null
  }
  const isMixed = isProper && Number(whole) >= 1 && Number(whole) <= WHOLE_BESIDE_FRACTION_MAX
  return isMixed ? Number(whole) + Number(numerator) / denominator : null
}
