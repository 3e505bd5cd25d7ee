import type { LatLon } from '../../../../core/geo/geo.ts'
import { ringCounts } from '../../../../core/strikes/ring-counts.ts'
import { chosenBy } from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { countText } from '../../../../core/util/format.ts'
import { knownCount, knownShare } from '../../../live/strikes/known-share.ts'
import { useRingsOfSelection } from '../../../live/strikes/use-rings.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { useOfNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'

/** Counts of strikes in each ring of a place during the window, as text, `?` if unknown; updated each second. */
export function useRingCounts(place: LatLon | null): { km: number; count: string }[] {
  const held = useShownStrikes()
  const { columns } = held
  const nowMs = useOfNow((ms) => (place ? ms : 0))
  const rings = useRingsOfSelection()
  const windowMinutes = usePage((state) => state.windowMinutes)
  const choice = usePage((state) => state.strikeDisplay)
  const shownAtMs = usePage((state) => state.shownAtMs)
  if (!place) return []
  const endMs = shownAtMs ?? nowMs
  const chosen = { ...chosenBy(choice), ...(shownAtMs !== null && { untilMs: endMs }) }
  const fromMs = endMs - windowMinutes * MINUTE_MS
  const counts = ringCounts(columns, place, rings, fromMs, chosen)
  const share = knownShare(held, fromMs, endMs)
  return rings.map((km, i) => ({ km, count: knownCount(counts[i]!, share, countText) }))
}
