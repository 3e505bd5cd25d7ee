import { useEffect } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { type Commands, useCommands } from '../../state/commands.ts'
import { usePage } from '../../state/page-store.ts'
import { createCamera, FOCUS_FROM_URL } from './camera.ts'
import { panelLayout } from './clear-of-panels.ts'

/**
 * In the panel of a selection from the URL: moves the map to it, once, when its position is known. `zoom` applies to
 * URLs without a view; null keeps the view then.
 */
export function useFocusFromUrl(place: LatLon | null | undefined, zoom: number | null): void {
  const commands = useCommands()
  const { lat, lon } = place ?? {}
  useEffect(() => {
    if (lat === undefined || lon === undefined) return
    return focusFromUrl(commands, { lat, lon }, zoom)
  }, [commands, lat, lon, zoom])
}

/**
 * Shows the place of the selection if the URL requests it. A view in the URL is kept, except for the part covered by a
 * phone's panel: it may come from a wide screen. Returns a function that stops this.
 */
export function focusFromUrl(commands: Commands, place: LatLon, zoom: number | null): () => void {
  return commands.attach(FOCUS_FROM_URL, ({ selection, isViewSaid }) => {
    if (usePage.getState().selection !== selection) return // the selection changed since
    const camera = createCamera(commands)
    if (!isViewSaid && zoom !== null) camera.flyTo({ ...place, zoom })
    else if (isViewSaid && panelLayout() !== 'desk') camera.reveal(place)
  })
}
