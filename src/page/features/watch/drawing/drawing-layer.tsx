import { Layer, Source } from '@vis.gl/react-maplibre'
import type { FeatureCollection } from 'geojson'
import { useEffect, useMemo } from 'react'
import { NO_FEATURES, useMapInstance, useSourceData } from '../../../map/map-hooks.ts'
import { MAP_INK } from '../../../map/map-ink.ts'
import { takeSpots } from '../../../map/picking/map-pick.ts'
import { pauseDoubleClickZoom } from '../../../map/picking/pause-double-click-zoom.ts'
import { SLOTS } from '../../../map/slots.ts'
import { usePage } from '../../../state/page-store.ts'
import { useLog } from '../log-store.ts'
import { dragPoints } from './drag-points.ts'
import { geometryOf, useDrawing } from './drawing-store.ts'

const SOURCE = 'drawing'

/** The drawing; while active each click adds a point, and points can be dragged. */
export default function DrawingLayer() {
  const map = useMapInstance()
  const theme = usePage((state) => state.theme)
  const { shape, points, addPoint, tapPoint } = useDrawing()
  // An unfinished drawing is kept by the form while other panels are open.
  const isShown = useLog((state) => state.shown === 'places')
  const isPicking = useDrawing((state) => state.isPicking) && isShown
  const { ink, halo } = MAP_INK[theme]
  const data = useMemo((): FeatureCollection => {
    if (!isShown) return NO_FEATURES
    const corners = points.map(({ lat, lon }) => ({ type: 'Point' as const, coordinates: [lon, lat] }))
    const whole = geometryOf(shape, points) ?? geometryOf('LineString', points)
    const geometries = whole && whole.type !== 'Point' ? [...corners, whole] : corners
    return {
      type: 'FeatureCollection',
      features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
    }
  }, [shape, points, isShown])
  useSourceData(SOURCE, data)

  useEffect(() => {
    if (!isPicking || !map) return
    const dragging = dragPoints(map)
    const giveBack = takeSpots((spot) => {
      const index = dragging.at(spot)
      if (index === null) addPoint({ lat: spot.lat, lon: spot.lon })
      else if (!dragging.isHeld()) tapPoint(index) // a finger that rests on a point is about to drag it
    })
    const resumeZoom = pauseDoubleClickZoom(map)
    return () => {
      giveBack()
      dragging.stop()
      resumeZoom()
    }
  }, [isPicking, map, addPoint, tapPoint])

  return (
    <Source id={SOURCE} type="geojson" data={NO_FEATURES}>
      <Layer
        id={`${SOURCE}-area`}
        type="fill"
        filter={['==', ['geometry-type'], 'Polygon']}
        beforeId={SLOTS.selection}
        paint={{ 'fill-color': ink, 'fill-opacity': 0.15 }}
      />
      <Layer
        id={`${SOURCE}-halo`}
        type="line"
        beforeId={SLOTS.selection}
        paint={{ 'line-color': halo, 'line-width': 5 }}
      />
      <Layer
        id={`${SOURCE}-line`}
        type="line"
        beforeId={SLOTS.selection}
        paint={{ 'line-color': ink, 'line-width': 2 }}
      />
      <Layer
        id={`${SOURCE}-corners`}
        type="circle"
        filter={['==', ['geometry-type'], 'Point']}
        beforeId={SLOTS.selection}
        paint={{ 'circle-color': ink, 'circle-radius': 5, 'circle-stroke-color': halo, 'circle-stroke-width': 2 }}
      />
    </Source>
  )
}
