import type { FeatureCollection } from 'geojson'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { unknownShare } from '../../../live/strikes/known-share.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { boxAreas, HatchedAreas } from '../../../map/hatched-areas.tsx'
import { NO_FEATURES } from '../../../map/map-hooks.ts'
import { usePage } from '../../../state/page-store.ts'

const WORLD: FeatureCollection = boxAreas([{ west: -180, south: -85, east: 180, north: 85 }])
/** A part that is unknown is hatched as strongly as it is long, in tenths: seen, and less than a whole. */
const STEPS = 10
const PARTLY = { least: 0.3, most: 0.9 } as const

/**
 * Hatches the whole map while part of the shown window is unobserved or failed to load, the stronger the larger the
 * part: no mark then does not mean no lightning.
 */
export function UnobservedWindow() {
  const strength = useUnobserved()
  return <HatchedAreas id="strikes-unobserved" areas={strength > 0 ? WORLD : NO_FEATURES} strength={strength} />
}

/** Strength of the hatching, 0 to 1, by the unknown share of the shown window, updated each second. */
export function useUnobserved(): number {
  const held = useShownStrikes()
  const nowMs = useNow()
  const endMs = usePage((state) => state.shownAtMs) ?? nowMs
  const windowMinutes = usePage((state) => state.windowMinutes)
  const share = unknownShare(held, endMs - windowMinutes * MINUTE_MS, endMs)
  if (share === 0 || share === 1) return share
  return Math.min(PARTLY.most, Math.max(PARTLY.least, Math.ceil(share * STEPS) / STEPS))
}
