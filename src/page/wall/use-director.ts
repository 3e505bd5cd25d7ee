import type { TFunction } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import { offCentre } from '../../core/geo/fit-view.ts'
import { isInside, viewBox } from '../../core/geo/geo.ts'
import { countText } from '../../core/util/format.ts'
import { usePlaceName } from '../airport/use-place-name.ts'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { stormsOf } from '../live/storms/use-storms.ts'
import { useFind } from '../live/use-find.ts'
import { useCamera } from '../map/camera/camera.ts'
import { homeView } from '../map/camera/home-view.ts'
import { useWallScale } from '../map/map-size.ts'
import { keptStorage } from '../state/browser-storage.ts'
import { usePage } from '../state/page-store.ts'
import { readSavedViews } from '../state/saved-views.ts'
import type { View } from '../state/view.ts'
import type { WallScale } from '../state/wall-scale.ts'
import { lostStops, tourStops } from './tour-stops.ts'
import { type Look, nextTarget } from './wall-target.ts'

const DECIDE_EVERY_MS = 1_000
const STORM_ZOOM = 6.5

/** Where a wall looks. */
interface Directed {
  /** In words, with what of time the map shows. */
  place: string
  /** Stops of the tour that can't be found, once the places that have names are known. */
  lost: readonly string[]
}

/** Moves the map as the wall's settings ask. */
export function useDirector(overlays: readonly MapOverlay[], words: TFunction): Directed {
  const { clock, live } = useServerConnection()
  const find = useFind(overlays)
  const wall = usePage((state) => state.wall)
  const scale = useWallScale()
  const camera = useCamera()
  const placeName = usePlaceName(wall?.follow === true)
  const windowMinutes = usePage((state) => state.windowMinutes)
  const [look, setLook] = useState<Look>(() => ({ kind: 'home', sinceMs: clock.monotonicMs() }))

  // Airports are found by their codes once their list has come, so a tour is read anew at each step.
  const stops = useMemo(() => {
    const regionName = (region: string) => words(`region.${region}`)
    return () => (wall?.tour ? tourStops(wall.tour, { saved: readSavedViews(keptStorage()), find, regionName }) : [])
  }, [wall, find, words])

  useEffect(() => {
    if (!wall) return
    const { nowcast } = live
    const release = wall.follow ? nowcast.subscribe(() => {}) : () => {}
    const busiest = () => {
      const box = viewBox(wall.home ?? homeView(), innerWidth, innerHeight)
      return stormsOf(nowcast.now(), clock.now(), false).storms.find((storm) => isInside(box, storm)) ?? null
    }
    const stop = clock.every(DECIDE_EVERY_MS, () => {
      const sights = { stops: stops().length, dwellMs: wall.dwellS * 1_000, storm: wall.follow ? busiest() : null }
      setLook((held) => nextTarget(held, clock.monotonicMs(), sights))
    })
    return () => {
      release()
      stop()
    }
  }, [wall, live, clock, stops])

  const target = targetOf(look, wall?.home ?? null, stops, scale)
  const { zoom, lat, lon } = target
  useEffect(() => camera.flyTo({ zoom, lat, lon }), [camera, zoom, lat, lon])

  // It renders again at each stop, when the list of airports has long come.
  const lost = useMemo(() => (look.kind === 'home' ? [] : lostStops(wall?.tour ?? [], find)), [look, wall, find])
  if (look.kind === 'storm') {
    return { place: words('storm', { strokes: countText(look.strokes), place: placeName(look.at) }), lost }
  }
  const name = look.kind === 'stop' ? (stops()[look.stop]?.name ?? '') : words('home')
  return { place: words('shows', { name, window: windowMinutes }), lost }
}

function targetOf(
  look: Look,
  home: View | null,
  stops: () => readonly { view: View }[],
  scale: WallScale | null,
): View {
  const inset = scale?.inset ?? { top: 0, right: 0, bottom: 0, left: 0 }
  if (look.kind === 'storm') return offCentre({ ...look.at, zoom: STORM_ZOOM }, inset)
  const stop = look.kind === 'stop' ? stops()[look.stop] : undefined
  if (stop) return offCentre(stop.view, inset)
  return home ? offCentre(home, inset) : homeView()
}
