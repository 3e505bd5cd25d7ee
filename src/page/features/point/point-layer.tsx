import { useMemo } from 'react'
import { parseCoordinates } from '../../../core/geo/coordinates.ts'
import { onGrid, placeId } from '../../../core/geo/place-grid.ts'
import { useMapPick } from '../../map/picking/map-pick.ts'
import { usePage } from '../../state/page-store.ts'
import { PlaceMark } from './place-mark.tsx'

/** The mark at the selected position, and its selection by clicking empty map. */
export function PointLayer() {
  const selection = usePage((state) => state.selection)
  useMapPick(0, (at) => ({ kind: 'point', id: placeId(at) }))
  const id = selection?.kind === 'point' ? selection.id : null
  const place = useMemo(() => {
    const found = id === null ? null : parseCoordinates(id)
    return found && onGrid(found)
  }, [id])
  return place && <PlaceMark id="point" place={place} />
}
