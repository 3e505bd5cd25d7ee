import { isTimezone } from '../../../../contract/time.ts'
import { HOLD_MIN_RANGE, HOURS, TIME_OF_DAY } from '../../../../contract/watch/places.ts'
import { parseRings } from '../../../../core/airports/rings.ts'
import type { PlaceFields } from './drawing-store.ts'
import { parsePoints } from './drawing-text.ts'
import { ladderFrom } from './levels/level-fields.ts'

/** The fields validated before saving, in the order of the form. */
const CHECKED = ['rings', 'holdMin', 'levels', 'hours', 'timeZone', 'dailyReport', 'corners'] as const
export type Checked = (typeof CHECKED)[number]

/** Whole minutes from a text; null if invalid or out of range. */
export function holdMinutesOf(text: string): number | null {
  const [least, most] = HOLD_MIN_RANGE
  const minutes = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  return minutes >= least && minutes <= most ? minutes : null
}

/** The invalid fields; optional ones may be empty. */
export function wrongFields(said: PlaceFields, corners: string | null): Checked[] {
  const isRight: Record<Checked, boolean> = {
    rings: said.rule !== 'rings' || parseRings(said.rings) !== null,
    holdMin: said.rule !== 'rings' || holdMinutesOf(said.holdMin) !== null,
    levels: said.rule !== 'levels' || ladderFrom(said.levels, []) !== null,
    hours: fits(said.hours, (text) => HOURS.test(text)),
    timeZone: fits(said.timeZone, isTimezone),
    dailyReport: fits(said.dailyReport, (text) => TIME_OF_DAY.test(text)),
    corners: corners === null || parsePoints(corners) !== null,
  }
  return CHECKED.filter((field) => !isRight[field])
}

function fits(text: string, isRight: (trimmed: string) => boolean): boolean {
  return text.trim() === '' || isRight(text.trim())
}
