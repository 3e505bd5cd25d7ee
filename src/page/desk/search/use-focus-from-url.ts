import { useEffect } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { NARROW } from '../../state/narrow.ts'
import { type LookFor, usePage } from '../../state/page-store.ts'
import type { Selection } from '../../state/selection.ts'

/**
 * In the panel of something that an address can name: the map looks at it, once, as soon as it is known where it lies.
 * `zoom` is for an address that does not say where to look; null leaves the map where it is then.
 */
export function useFocusFromUrl({ kind, id }: Selection, place: LatLon | null | undefined, zoom: number | null): void {
  const lookFor = usePage((state) => state.lookFor)
  const { lat, lon } = place ?? {}
  useEffect(() => {
    if (lat === undefined || lon === undefined || lookFor?.kind !== kind || lookFor.id !== id) return
    lookAt({ lat, lon }, lookFor, zoom, matchMedia(NARROW).matches)
  }, [lookFor, kind, id, lat, lon, zoom])
}

/** A view that the address says is kept, but for what the sheet of a phone would cover: it may come from a wide screen. */
export function lookAt(place: LatLon, { isViewSaid }: LookFor, zoom: number | null, isNarrow: boolean): void {
  const { flyTo, bringInSight } = usePage.getState()
  if (!isViewSaid && zoom !== null) flyTo({ ...place, zoom })
  else if (isViewSaid && isNarrow) bringInSight(place)
  usePage.setState({ lookFor: null })
}
