import type { FeatureCollection } from 'geojson'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { knownShare } from '../../../live/strikes/known-share.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { boxAreas, HatchedAreas } from '../../../map/hatched-areas.tsx'
import { NO_FEATURES } from '../../../map/map-hooks.ts'
import { usePage } from '../../../state/page-store.ts'

const WORLD: FeatureCollection = boxAreas([{ west: -180, south: -85, east: 180, north: 85 }])

/** All of the map hatched while nothing of the shown window was observed, or can be had: no mark then does not mean no lightning. */
export function UnobservedWindow() {
  return <HatchedAreas id="strikes-unobserved" areas={useIsUnobserved() ? WORLD : NO_FEATURES} />
}

/** Whether nothing is known of the strikes of the shown window, looked at each second. */
export function useIsUnobserved(): boolean {
  const held = useShownStrikes()
  const nowMs = useNow()
  const endMs = usePage((state) => state.shownAtMs) ?? nowMs
  const windowMinutes = usePage((state) => state.windowMinutes)
  const share = knownShare(held, endMs - windowMinutes * MINUTE_MS, endMs)
  return share === 'none' || (share === 'loading' && held.trouble !== null)
}
