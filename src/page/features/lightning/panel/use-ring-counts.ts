import type { LatLon } from '../../core/geo.ts'
import { ringCounts } from '../../core/ring-counts.ts'
import { chosenBy } from '../../core/strike-choice.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useNow } from '../../shell/use-now.ts'
import { useRingsOfSelection } from '../../shell/use-rings.ts'

const MINUTE_MS = 60_000

/** Of a place: what struck within each ring during the window, renewed each second. */
export function useRingCounts(place: LatLon | null): { km: number; count: number }[] {
  const { columns } = useShownStrikes()
  const nowMs = useNow()
  const rings = useRingsOfSelection()
  const windowMinutes = useShell((state) => state.windowMinutes)
  const choice = useShell((state) => state.strikeChoice)
  const shownAtMs = useShell((state) => state.shownAtMs)
  if (!place) return []
  const endMs = shownAtMs ?? nowMs
  const chosen = { ...chosenBy(choice), ...(shownAtMs !== null && { untilMs: endMs }) }
  const counts = ringCounts(columns, place, rings, endMs - windowMinutes * MINUTE_MS, chosen)
  return rings.map((km, i) => ({ km, count: counts[i]! }))
}
