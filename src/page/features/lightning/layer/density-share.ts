/** So many strikes leave each other room at this zoom; the more there are, the closer in it takes. */
const ROOM_COUNT = 150_000
const ROOM_ZOOM = 3
const ZOOM_PER_DOUBLING = 0.8
/** Marks turn into density over so much of zoom. */
const TURNS_OVER_ZOOM = 0.8

/** How much of what is drawn is density: 0 close in or where little strikes, 1 far out in an outbreak. */
export function densityShare(zoom: number, count: number): number {
  if (count < 1) return 0
  const turn = ROOM_ZOOM + ZOOM_PER_DOUBLING * Math.log2(count / ROOM_COUNT)
  const t = Math.max(0, Math.min(1, (turn - zoom) / TURNS_OVER_ZOOM + 0.5))
  return t * t * (3 - 2 * t)
}

/**
 * How strong marks are where so much is density. They go in its second half, and as they go the edges of dots come in: around marks
 * that are still there those would be faint rings.
 */
export function markStrength(share: number): number {
  return Math.min(1, 2 - 2 * share)
}
