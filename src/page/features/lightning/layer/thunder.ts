import { boxAround } from '../../../../core/geo/box-around.ts'
import type { Box } from '../../../../core/geo/geo.ts'
import type { StrikeColumns } from '../../../../core/strikes/strike-columns.ts'
import type { StrikeLook } from './strike-uniforms.ts'

/** How fast thunder travels in warm air. */
export const SOUND_MPS = 340
/** Thunder is rarely audible beyond this distance. */
export const THUNDER_REACH_M = 25_000
export const THUNDER_MS = (THUNDER_REACH_M / SOUND_MPS) * 1_000
/** First zoom of thunder circles, and the range of their transition. */
const FROM_ZOOM = 8.5
const OVER_ZOOM = 0.7

/** Maximum circles that remain legible: of the newest in view, and around the selected place. */
const NEWEST = 4
const AROUND = 8

/** The strikes with thunder circles: the newest few in view, and the newest audible at the selected place. */
export function thunderOf(
  columns: Pick<StrikeColumns, 'latest'>,
  view: Box | null,
  { chosen, past, around }: Pick<StrikeLook, 'chosen' | 'past' | 'around'>,
  nowMs: number,
): Set<number> {
  const meant = past ? { ...chosen, untilMs: nowMs } : chosen
  const since = nowMs - THUNDER_MS
  const near = around ? columns.latest(AROUND, since, boxAround(around, THUNDER_REACH_M / 1_000), meant) : []
  return new Set([...columns.latest(NEWEST, since, view, meant), ...near])
}

/** Opacity of thunder circles: zero at low zoom, where they would cover everything. */
export function thunderStrength(zoom: number): number {
  return Math.max(0, Math.min(1, (zoom - FROM_ZOOM) / OVER_ZOOM))
}
