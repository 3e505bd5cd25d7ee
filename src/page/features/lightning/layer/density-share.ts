/** Number of strikes with enough room at this zoom; more need a higher zoom. */
const ROOM_COUNT = 150_000
const ROOM_ZOOM = 3
const ZOOM_PER_DOUBLING = 0.8
/** Zoom range of the transition from marks to density. */
const TURNS_OVER_ZOOM = 0.8

/** Share of the density picture: 0 at high zoom or with few strikes, 1 at low zoom in an outbreak. */
export function densityShare(zoom: number, count: number): number {
  if (count < 1) return 0
  const turn = ROOM_ZOOM + ZOOM_PER_DOUBLING * Math.log2(count / ROOM_COUNT)
  const t = Math.max(0, Math.min(1, (turn - zoom) / TURNS_OVER_ZOOM + 0.5))
  return t * t * (3 - 2 * t)
}

/**
 * Strength of marks at this share of density. They fade in its second half, while the outlines of dots appear: around
 * remaining marks those would be faint rings.
 */
export function markStrength(share: number): number {
  return Math.min(1, 2 - 2 * share)
}
