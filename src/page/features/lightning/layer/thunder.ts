/** How fast thunder travels in warm air. */
export const SOUND_MPS = 340
/** Beyond this it is hardly ever heard. */
export const THUNDER_REACH_M = 25_000
export const THUNDER_MS = (THUNDER_REACH_M / SOUND_MPS) * 1_000
/** Thunder circles come with this zoom, over so much of it. */
const FROM_ZOOM = 8.5
const OVER_ZOOM = 0.7

/** How strongly thunder circles are drawn: not at all far out, where they would be all that is seen. */
export function thunderStrength(zoom: number): number {
  return Math.max(0, Math.min(1, (zoom - FROM_ZOOM) / OVER_ZOOM))
}
