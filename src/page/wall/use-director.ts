import type { TFunction } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import type { Storm } from '../../contract/nowcast.ts'
import { offCentre } from '../../core/geo/fit-view.ts'
import { isInside, type LatLon } from '../../core/geo/geo.ts'
import { activityOf } from '../../core/storms/storm-order.ts'
import { ratePerMin } from '../../core/storms/storm-rate.ts'
import { heldOrMade } from '../../core/util/held-or-made.ts'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { stormsOf } from '../live/storms/use-storms.ts'
import { useFind } from '../live/use-find.ts'
import { useCamera } from '../map/camera/camera.ts'
import { useMapSize, useWallScale } from '../map/map-size.ts'
import { areaOfInterest } from '../state/area-of-interest.ts'
import { keptStorage } from '../state/browser-storage.ts'
import { usePage } from '../state/page-store.ts'
import { readSavedViews } from '../state/saved-views.ts'
import type { View } from '../state/view.ts'
import { useWallPlaces } from '../state/wall-places.ts'
import { useMeasuredInset } from '../state/wall-scale.ts'
import { type Fit, type Frame, nextFit } from './camera/wall-view.ts'
import { lostStops, tourStops } from './tour-stops.ts'
import { type Look, nextTarget } from './wall-target.ts'

const DECIDE_EVERY_MS = 1_000
const STORM_ZOOM = 6.5

interface Directed {
  /** The stop of its tour; empty elsewhere. */
  place: string
  /** Unknown stops of the tour, once all places are loaded. */
  lost: readonly string[]
}

export function useDirector(overlays: readonly MapOverlay[], words: TFunction): Directed {
  const { clock, live } = useServerConnection()
  const find = useFind(overlays)
  const wall = usePage((state) => state.wall)
  const camera = useCamera()
  const frame = useFrame()
  const [look, setLook] = useState<Look>(() => ({ kind: 'home', sinceMs: clock.monotonicMs() }))
  const [fit, setFit] = useState<Fit | null>(null)

  // Airports are found by code once their list is loaded, so the tour is parsed again at each step.
  const stops = useMemo(() => {
    const regionName = (region: string) => words(`region.${region}`)
    return () => (wall?.tour ? tourStops(wall.tour, { saved: readSavedViews(keptStorage()), find, regionName }) : [])
  }, [wall, find, words])

  useEffect(() => {
    if (!wall) return
    const { nowcast } = live
    const release = nowcast.subscribe(() => {})
    const area = areaOfInterest()
    const dwellMs = wall.dwellS * 1_000
    const active = new WeakMap<readonly Storm[], readonly LatLon[]>()
    const decide = () => {
      const nowMs = clock.monotonicMs()
      const airports = live.reports.airports()
      const { storms, observed } = stormsOf(nowcast.now(), clock.now(), false, airports)
      const busiest = storms.find((storm) => isInside(area, storm))
      const followed = wall.follow && busiest ? { ...busiest, perMin: ratePerMin(busiest, observed) } : null
      setLook((held) => nextTarget(held, nowMs, { stops: stops().length, dwellMs, storm: followed }))
      if (!frame) return
      const activity = heldOrMade(active, storms, () => activityOf(storms, observed, { area, airports }))
      const points = pointsOfInterest(activity)
      setFit((held) => nextFit(held, { area, points }, frame, nowMs, dwellMs))
    }
    const stop = clock.every(DECIDE_EVERY_MS, decide)
    return () => {
      release()
      stop()
    }
  }, [wall, live, clock, stops, frame])

  const target = frame && targetOf(look, wall?.home ?? null, stops, frame, fit)
  const { zoom, lat, lon } = target ?? { zoom: 0, lat: 0, lon: 0 }
  const isKnown = target !== null
  useEffect(() => {
    if (isKnown) camera.flyTo({ zoom, lat, lon })
  }, [camera, isKnown, zoom, lat, lon])

  // It renders again at each stop, when the list of airports has long come.
  const lost = useMemo(() => (look.kind === 'home' ? [] : lostStops(wall?.tour ?? [], find)), [look, wall, find])
  return { place: look.kind === 'stop' ? (stops()[look.stop]?.name ?? '') : '', lost }
}

/** Storms and the places on cards; none without storms and pinned airports, so that the whole area is shown. */
function pointsOfInterest(activity: readonly LatLon[]): readonly LatLon[] {
  const { byCard } = useWallPlaces.getState()
  if (activity.length === 0 && !byCard.has('watched')) return []
  return [...activity, ...[...byCard.values()].flat()]
}

/** The map and its covered part, once measured; the same object until a change. */
function useFrame(): Frame | null {
  const isMeasured = useMeasuredInset((state) => state.inset !== null)
  const { width, height } = useMapSize()
  const scale = useWallScale()
  return useMemo(
    () => (scale && isMeasured ? { width, height, inset: scale.inset } : null),
    [scale, isMeasured, width, height],
  )
}

function targetOf(
  look: Look,
  home: View | null,
  stops: () => readonly { view: View }[],
  { inset }: Frame,
  fit: Fit | null,
): View | null {
  if (look.kind === 'storm') return offCentre({ ...look.at, zoom: STORM_ZOOM }, inset)
  const stop = look.kind === 'stop' ? stops()[look.stop] : undefined
  if (stop) return offCentre(stop.view, inset)
  return home ? offCentre(home, inset) : (fit?.view ?? null)
}
