import { parseCoordinates } from '../../../../core/geo/coordinates.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { useReports } from '../../../live/reports/use-reports.ts'
import { usePage } from '../../../state/page-store.ts'

/** The position of the selected airport or point; null for other selections. */
export function useSelectedPlace(): LatLon | null {
  const reports = useReports() // an airport of a link is known once the list is here
  const selection = usePage((state) => state.selection)
  switch (selection?.kind) {
    case 'airport':
      return reports.airport(selection.id) ?? null
    case 'point':
      return parseCoordinates(selection.id)
    default:
      return null
  }
}
