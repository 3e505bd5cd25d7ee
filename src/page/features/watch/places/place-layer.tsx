import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { KM_PER_DEG, RAD } from '../../../../core/geo/geo.ts'
import { localName } from '../../../../locales/local-name.ts'
import { usePlaces } from '../../../live/places/place-store.ts'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../../map/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../../map/picking/map-pick.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { drawnRing } from './drawn-ring.ts'
import { PLACE_SOURCE, placeLayers, RING_SOURCE, ringLayers } from './place-style.ts'
import { ringedPlaces } from './ringed-places.ts'
import { usePlaceMarks } from './use-place-marks.ts'

/** Marks of places are between those of hazards; areas have the lowest priority. */
const EDGE_PRIORITY = 45
const AREA_PRIORITY = 10
const REACH_PX = { fine: 10, coarse: 18 }
const TILE_PX = 512

/** Every guarded place other than airports: its mark, state and rings. */
export default function PlaceLayer() {
  const theme = usePage((state) => state.theme)
  const selected = usePage(({ selection }) => (selection?.kind === 'place' ? selection.id : ''))
  usePlaceMarks()
  useSourceData(RING_SOURCE, useRings(selected))
  usePick()
  return (
    <>
      <Source id={PLACE_SOURCE} type="geojson" promoteId="id" data={NO_FEATURES}>
        {placeLayers(theme, selected).map((layer) => (
          <Layer key={layer.id} {...layer} beforeId={layer.type === 'fill' ? SLOTS.marks : SLOTS.airports} />
        ))}
      </Source>
      <Source id={RING_SOURCE} type="geojson" data={NO_FEATURES}>
        {ringLayers(theme).map((layer) => (
          <Layer key={layer.id} {...layer} beforeId={SLOTS.top} />
        ))}
      </Source>
    </>
  )
}

function useRings(selected: string): FeatureCollection {
  const places = usePlaces((state) => state.places)
  const watched = usePage((state) => state.watched)
  const { zoom, lat, lon } = usePage((state) => state.view)
  return useMemo(() => {
    const ringed = ringedPlaces(places, { zoom, lat, lon }, { selected, watched })
    const features = ringed.flatMap((place) =>
      place.ringsKm.map((km) => ({
        type: 'Feature' as const,
        properties: { km, text: `${km} km` },
        geometry: drawnRing(place, km),
      })),
    )
    return { type: 'FeatureCollection', features }
  }, [places, selected, watched, zoom, lat, lon])
}

function usePick(): void {
  const map = useMapInstance()
  const lang = usePage((state) => state.lang)
  const find = (at: PickPoint, isArea: boolean) => {
    if (!map) return null
    const px = matchMedia('(pointer: coarse)').matches ? REACH_PX.coarse : REACH_PX.fine
    const reachKm = (px * 360 * KM_PER_DEG * Math.cos(at.lat * RAD)) / (TILE_PX * 2 ** map.getZoom())
    return usePlaces
      .getState()
      .places.flatMap((place) => {
        const km = place.shape.kmFrom(at, reachKm)
        return km <= reachKm && (km === 0 && place.geometry.type.endsWith('Polygon')) === isArea ? [{ place, km }] : []
      })
      .sort((a, b) => a.km - b.km)
      .map(({ place }) => ({ kind: 'place', id: place.id, detail: localName(place, lang) }))
  }
  useMapPick(EDGE_PRIORITY, (at) => find(at, false))
  useMapPick(AREA_PRIORITY, (at) => find(at, true))
}
