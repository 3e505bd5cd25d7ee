import { summariseAmounts } from '../../../../core/util/amounts.ts'
import { numberText } from '../../../../core/util/format.ts'
import type { ShownElement } from '../panel/chosen-units.ts'
import type { usePointWords } from '../panel/use-point-words.ts'

/** Minimum range of the axis, in its unit: a tenth of a millimetre must not look like a flood. */
export const AMOUNT_AXIS_MIN = 1

/** Sums of amounts, with the number of known steps. */
export function amountText({ unit, values, digits }: ShownElement, t: ReturnType<typeof usePointWords>): string {
  const { total, known, steps } = summariseAmounts(values)
  const all = known === steps
  if (total === 0) return t(all ? 'none' : 'noneKnown', { unit, known, steps })
  return t(all ? 'total' : 'totalKnown', { total: numberText(total, digits), unit, known, steps })
}
