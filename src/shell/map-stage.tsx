import { type MapRef, Map as MapView } from '@vis.gl/react-maplibre'
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import * as maplibre from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { wrapLon } from '../core/geo.ts'
import { Notice } from '../ui/notice.tsx'
import { basemapStyle } from './basemap/style.ts'
import { useContract } from './contract-context.ts'
import { DeskSlot } from './desk-slot.tsx'
import { useMapInstance } from './map-hooks.ts'
import { pickAt } from './map-pick.ts'
import styles from './map-stage.module.css'
import { NARROW } from './narrow.ts'
import type { MapOverlay } from './overlay.ts'
import { useShell } from './shell-store.ts'
import { withSlots } from './slots.ts'
import { Survive } from './survive.tsx'
import { useRemoteStyle } from './use-remote-style.ts'

maplibre.setWorkerUrl(workerUrl)

/** How far above the middle a place stands clear of the sheet of a phone, of the screen's height. */
const SHEET_SHARE = 0.2
/** The panel at the right, its margin included. */
const PANEL_PX = 412

/** The one map: its camera, its style, what lies on it, and what a click on it means. */
export function MapStage({ overlays }: { overlays: readonly MapOverlay[] }) {
  const { t } = useTranslation('shell')
  const { config } = useContract()
  const theme = useShell((state) => state.theme)
  const lang = useShell((state) => state.lang)
  const on = useShell((state) => state.overlaysOn)
  const setView = useShell((state) => state.setView)
  const ref = useRef<MapRef>(null)
  const [styleReady, setStyleReady] = useState(false)

  const remote = useRemoteStyle(config.basemapStyleUrl)
  const style = useMemo(() => {
    if (config.basemapStyleUrl) return remote && withSlots(remote)
    const tilesUrl = `${location.origin}/basemap/{z}/{x}/{y}.mvt?set=${config.boundaries}&v=${config.basemapVersion}`
    return withSlots(basemapStyle({ theme, lang, tilesUrl }))
  }, [config, remote, theme, lang])

  // Where the map starts is read once; from then on the map leads and the store follows.
  const [start] = useState(() => useShell.getState().view)
  useCamera(ref)

  if (!hasWebgl2()) {
    return (
      <div className={styles.stage}>
        <div className={styles.refusal}>
          <Notice tone="bad" title={t('noWebgl')} detail={t('noWebglDetail')} />
        </div>
      </div>
    )
  }
  if (!style) return <div className={styles.stage} />

  return (
    <div className={styles.stage}>
      <MapView
        ref={ref}
        mapLib={maplibre}
        initialViewState={{ longitude: start.lon, latitude: start.lat, zoom: start.zoom }}
        mapStyle={style}
        minZoom={1}
        maxZoom={18}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        attributionControl={false}
        fadeDuration={150}
        onMoveEnd={({ viewState }) =>
          setView({ zoom: viewState.zoom, lat: viewState.latitude, lon: viewState.longitude })
        }
        onStyleData={() => setStyleReady(true)}
        locale={{ 'Map.Title': t('map') }}
      >
        <Pointer />
        {styleReady
          ? overlays
              .filter(({ id, Row }) => !Row || on.includes(id))
              .map(({ id, Layer }) => (
                <Survive key={id} fallback={() => null}>
                  <Suspense>
                    <Layer />
                  </Suspense>
                </Survive>
              ))
          : null}
        {styleReady ? <DeskSlot place="Layer" /> : null}
      </MapView>
    </div>
  )
}

/** Flies where the store wishes; without motion for those who asked for none. */
function useCamera(ref: RefObject<MapRef | null>) {
  const flight = useShell((state) => state.flight)
  useEffect(() => {
    const map = ref.current?.getMap()
    if (!map || !flight) return
    const { lng, lat } = map.getCenter()
    const staysHere = Math.abs(lng - flight.lon) + Math.abs(lat - flight.lat) < 1e-6
    map.easeTo({
      center: [flight.lon, flight.lat],
      zoom: flight.zoom,
      duration: flightMs(),
      offset: staysHere || !useShell.getState().selection || !matchMedia(NARROW).matches ? [0, 0] : clearOfPanel(),
    })
  }, [ref, flight])
}

function flightMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 700
}

/** From the middle of the map to the middle of what the panel leaves of it: a sheet from below on a phone. */
function clearOfPanel(): [number, number] {
  return matchMedia(NARROW).matches ? [0, -innerHeight * SHEET_SHARE] : [-PANEL_PX / 2, 0]
}

/** What was clicked would lie under the panel that opens for it: the map makes way. */
function keepInSight(map: MapLibreMap, { point, lngLat }: MapMouseEvent) {
  const { clientWidth, clientHeight } = map.getContainer()
  const covered = matchMedia(NARROW).matches
    ? point.y > clientHeight * (0.5 - SHEET_SHARE / 2)
    : point.x > clientWidth - PANEL_PX
  if (covered) map.easeTo({ center: lngLat, duration: flightMs(), offset: clearOfPanel() })
}

/** Clicks select, and the pointer says where there is something to click. Lives inside the map, where the map is known. */
function Pointer() {
  const map = useMapInstance()
  const select = useShell((state) => state.select)
  useEffect(() => {
    if (!map) return
    let frame = 0
    const spot = ({ point, lngLat }: MapMouseEvent) => ({
      x: point.x,
      y: point.y,
      lat: lngLat.lat,
      lon: wrapLon(lngLat.lng),
    })
    const click = (event: MapMouseEvent) => {
      const found = pickAt(spot(event))
      if (!found) return
      select(found)
      keepInSight(map, event)
    }
    const move = (event: MapMouseEvent) => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        map.getCanvas().style.cursor = pickAt(spot(event), true) ? 'pointer' : ''
      })
    }
    map.on('click', click)
    map.on('mousemove', move)
    return () => {
      cancelAnimationFrame(frame)
      map.off('click', click)
      map.off('mousemove', move)
    }
  }, [map, select])
  return null
}

function hasWebgl2(): boolean {
  return typeof WebGL2RenderingContext !== 'undefined'
}
