/** The height of a line of text. */
const LINE_PX = 15
/** What stands in the middle, a whole station plot at most, reaches so far. */
const MIDDLE_PX = 24

/**
 * Which rings have room for their count over them: from the widest inwards, a line apart, and none on what stands in
 * the middle. The picture's foot counts them all.
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
