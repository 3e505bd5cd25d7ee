import { type MapLib, Map as MapView } from '@vis.gl/react-maplibre'
import type { StyleSpecification } from 'maplibre-gl'
import { Marker, prewarm, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { useCalm } from '../ui/motion.ts'
import { useMapStyle } from './basemap/use-map-style.ts'
import { MapCamera } from './camera/map-camera.ts'
import { MapKeys } from './camera/map-keys.ts'
import { PatchedMap } from './gl/patched-map.ts'
import { useMapInstance } from './map-hooks.ts'
import { MapLayers } from './map-layers.tsx'
import { useMapScale } from './map-size.ts'
import styles from './map-stage.module.css'
import { FirstDrawn } from './opening/first-drawn.tsx'
import { workerUrl } from './opening/preload.ts'
import { MapPointer } from './picking/map-pointer.ts'

setWorkerUrl(workerUrl)

/** Nothing else of the library is asked for by its components, so the rest of it can stay out. */
const MAP_LIB = { Map: PatchedMap, Marker } as Partial<MapLib> as MapLib

const NoGraphics = lazy(() => import('./no-graphics.tsx'))

/** Starts what draws the map before it is known what there is to draw. */
export function prepareMap(): void {
  prewarm()
}

// Of use only once a map is there.
const MapRecovery = lazy(() => import('./map-recovery.tsx'))
const ReadCredits = lazy(() => import('./basemap/read-credits.tsx'))

/** Names come and go in this time. */
const FADE_MS = 150

interface MapStageProps {
  overlays: readonly MapOverlay[]
  /** Whether the ground is drawn, or not waited for any longer. */
  isOpened: boolean
  /** The ground is drawn. */
  onDrawn(): void
}

/** The one map: its camera, its style, what lies on it, and what a click on it means. */
export function MapStage({ overlays, isOpened, onDrawn }: MapStageProps) {
  const style = useMapStyle()
  const isWall = usePage((state) => state.wall !== null)
  const scale = useMapScale()
  if (!style) return <div className={styles.stage} />
  return (
    // No element of that name: on a wall something else is the main thing, and another element would be another map.
    <div
      role={isWall ? undefined : 'main'}
      className={styles.stage}
      data-part
      style={scale > 1 || isWall ? enlarged(scale, isWall) : undefined}
    >
      <StagedMap overlays={overlays} isOpened={isOpened} onDrawn={onDrawn} style={style} scale={scale} />
    </div>
  )
}

function StagedMap({
  overlays,
  isOpened,
  onDrawn,
  style,
  scale,
}: MapStageProps & { style: StyleSpecification; scale: number }) {
  const { t } = useTranslation('page')
  const { config, clock, checkServer } = useServerConnection()
  const projection = usePage((state) => state.projection)
  const setView = usePage((state) => state.setView)
  const isWall = usePage((state) => state.wall !== null)
  const calm = useCalm()
  const [styleReady, setStyleReady] = useState(false)
  const sources = useMemo(() => Object.keys(style.sources), [style])
  // A map whose graphics context is lost for good makes way for another.
  const [generation, remake] = useReducer((count: number) => count + 1, 0)
  const [isRefused, setRefused] = useState(false)
  const [isSilent, setSilent] = useState(false)
  // Where a map starts is read once; from then on the map leads and the store follows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each map
  const start = useMemo(() => usePage.getState().view, [generation])

  const map = (
    <MapView
      key={generation}
      mapLib={MAP_LIB}
      initialViewState={{ longitude: start.lon, latitude: start.lat, zoom: start.zoom }}
      mapStyle={style}
      validateStyle={config.basemapStyleUrl !== null} // ours is valid, as its test says
      projection={{ type: projection }} // by its name alone MapLibre does not know it
      minZoom={1}
      maxZoom={18}
      maxPitch={0}
      dragRotate={false}
      touchPitch={false}
      attributionControl={false}
      fadeDuration={calm ? 0 : FADE_MS}
      onMoveEnd={({ viewState }) =>
        setView({ zoom: viewState.zoom, lat: viewState.latitude, lon: viewState.longitude })
      }
      onStyleData={() => {
        setStyleReady(true)
        setRefused(false)
        setSilent(false)
      }}
      onError={({ target, error }) => {
        console.error(error)
        if (target) return
        // A map that was never made: nothing but the graphics context is wanted for it.
        setRefused(true)
        void import('./map-recovery.tsx').then(({ guardOf }) => guardOf({ clock, checkServer, remake }).failed())
      }}
      locale={{ 'Map.Title': t('map') }}
    >
      <FirstDrawn sources={sources} onDrawn={onDrawn} />
      <Suspense>
        <MapRecovery remake={remake} onSilent={setSilent} />
        {config.basemapStyleUrl ? <ReadCredits sources={sources} /> : null}
      </Suspense>
      {scale > 1 ? <PixelRatio factor={scale} /> : null}
      <MapCamera />
      {isWall ? null : <MapPointer />}
      {isWall ? null : <MapKeys />}
      {styleReady ? <MapLayers overlays={overlays} isOpened={isOpened} /> : null}
    </MapView>
  )
  return (
    <>
      {map}
      <Suspense>{isRefused ? <NoGraphics /> : isSilent ? <NoGraphics why="silent" /> : null}</Suspense>
    </>
  )
}

/** A map that is drawn larger than it is laid out needs the finer pixels that it then has. */
function PixelRatio({ factor }: { factor: number }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    map.setPixelRatio(devicePixelRatio * factor)
    return () => map.setPixelRatio(devicePixelRatio)
  }, [map, factor])
  return null
}

/** Marks, lines and names grow with the type of the page; a wall's picture walks about, and so reaches further. */
function enlarged(factor: number, walks: boolean): CSSProperties {
  const reach = walks ? 'var(--shift-reach)' : '0px'
  const share = `calc((100% + 2 * ${reach}) / ${factor})`
  return {
    inset: `calc(-1 * ${reach})`,
    width: share,
    height: share,
    scale: String(factor),
    ...(walks && { translate: 'var(--shift-x, 0) var(--shift-y, 0)' }),
    transformOrigin: '0 0',
  }
}
