import { useEffect } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { type Commands, useCommands } from '../../state/commands.ts'
import { NARROW } from '../../state/narrow.ts'
import { usePage } from '../../state/page-store.ts'
import { createCamera, FOCUS_FROM_URL } from './camera.ts'

/**
 * In the panel of something that an address can name: the map looks at it, once, as soon as it is known where it lies.
 * `zoom` is for an address that does not say where to look; null leaves the map where it is then.
 */
export function useFocusFromUrl(place: LatLon | null | undefined, zoom: number | null): void {
  const commands = useCommands()
  const { lat, lon } = place ?? {}
  useEffect(() => {
    if (lat === undefined || lon === undefined) return
    return focusFromUrl(commands, { lat, lon }, zoom, () => matchMedia(NARROW).matches)
  }, [commands, lat, lon, zoom])
}

/**
 * Looks at the place of what is selected, where the address asked for that. A view that the address says is kept, but for
 * what the sheet of a phone would cover: it may come from a wide screen. The answer stops that.
 */
export function focusFromUrl(
  commands: Commands,
  place: LatLon,
  zoom: number | null,
  isNarrow: () => boolean,
): () => void {
  return commands.attach(FOCUS_FROM_URL, ({ selection, isViewSaid }) => {
    if (usePage.getState().selection !== selection) return // somebody has chosen something else since
    const camera = createCamera(commands)
    if (!isViewSaid && zoom !== null) camera.flyTo({ ...place, zoom })
    else if (isViewSaid && isNarrow()) camera.reveal(place)
  })
}
