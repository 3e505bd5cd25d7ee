/** The height of a line of text. */
const LINE_PX = 15
/** Maximum radius of the centre mark, a whole station plot. */
const MIDDLE_PX = 24

/**
 * The rings with room for a count label: from the widest inwards, a line apart, none over the centre mark. The footer
 * has all counts.
 */
export function labelledRings(radiiPx: readonly number[]): boolean[] {
  let clearPx = Number.POSITIVE_INFINITY
  const fromTheWidest = radiiPx.map((px, i) => ({ px, i })).toSorted((a, b) => b.px - a.px)
  const labelled = radiiPx.map(() => false)
  for (const { px, i } of fromTheWidest) {
    if (px < MIDDLE_PX || px > clearPx) continue
    labelled[i] = true
    clearPx = px - LINE_PX
  }
  return labelled
}
