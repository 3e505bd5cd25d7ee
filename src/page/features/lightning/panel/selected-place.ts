import { parseCoordinates } from '../../../../core/geo/coordinates.ts'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { useAirport } from '../../../live/reports/use-reports.ts'
import { usePage } from '../../../state/page-store.ts'

/** The position of the selected airport or point; null for other selections. */
export function useSelectedPlace(): LatLon | null {
  const selection = usePage((state) => state.selection)
  const airport = useAirport(selection?.id ?? '') // of a link: known once the list is here
  switch (selection?.kind) {
    case 'airport':
      return airport ?? null
    case 'point':
      return parseCoordinates(selection.id)
    default:
      return null
  }
}
