import { parseCoordinates } from '../../core/coordinates.ts'
import type { LatLon } from '../../core/geo.ts'
import { reportStore } from '../../shell/report-store.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useReportVersion } from '../../shell/use-reports.ts'

/** The airport or the point that is selected, as a place; null for anything else. */
export function useSelectedPlace(): LatLon | null {
  useReportVersion() // an airport of a link is known once the list is here
  const selection = useShell((state) => state.selection)
  switch (selection?.kind) {
    case 'airport':
      return reportStore.airport(selection.id) ?? null
    case 'point':
      return parseCoordinates(selection.id)
    default:
      return null
  }
}
