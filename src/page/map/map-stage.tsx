import { type MapLib, Map as MapView } from '@vis.gl/react-maplibre'
import type { StyleSpecification } from 'maplibre-gl'
import { Marker, prewarm, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { type CSSProperties, useEffect, useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LayerBoundary } from '../live/layer-boundary.tsx'
import type { MapOverlay } from '../live/overlay.ts'
import { useServerConnection } from '../live/server-connection.ts'
import { usePage } from '../state/page-store.ts'
import { useReducedMotion } from '../ui/motion.ts'
import { partOnDemand } from '../ui/part/lazy-part.ts'
import { useMapStyle } from './basemap/use-map-style.ts'
import { MapCamera } from './camera/map-camera.ts'
import { MapKeys } from './camera/map-keys.ts'
import { PatchedMap } from './gl/patched-map.ts'
import { useMapInstance } from './map-hooks.ts'
import { MapLayers } from './map-layers.tsx'
import { useMapScale } from './map-size.ts'
import styles from './map-stage.module.css'
import { FirstDrawn } from './opening/first-drawn.tsx'
import { removeLandPicture } from './opening/land-picture.ts'
import { workerUrl } from './opening/preload.ts'
import { MapPointer } from './picking/map-pointer.ts'

setWorkerUrl(workerUrl)

/** Components use only these classes of the library, so the rest can be left out. */
const MAP_LIB = { Map: PatchedMap, Marker } as Partial<MapLib> as MapLib

const NoGraphics = partOnDemand(() => import('./no-graphics.tsx'))

/** Starts loading the map's code before its content is known. */
export function prepareMap(): void {
  prewarm()
}

// Needed only after the map exists.
const MapRecovery = partOnDemand(() => import('./map-recovery.tsx'))
const ReadCredits = partOnDemand(() => import('./basemap/read-credits.tsx'))

/** Fade time of names. */
const FADE_MS = 150

interface MapStageProps {
  overlays: readonly MapOverlay[]
  /** The base map is drawn, or its timeout has passed. */
  isOpened: boolean
  onDrawn(): void
}

export function MapStage({ overlays, isOpened, onDrawn }: MapStageProps) {
  const style = useMapStyle()
  const isWall = usePage((state) => state.wall !== null)
  const scale = useMapScale()
  if (!style) return <div className={styles.stage} />
  return (
    // Not a landmark: on a wall another element is the main one, and changing the element would recreate the map.
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
  const calm = useReducedMotion()
  const [styleReady, setStyleReady] = useState(false)
  const sources = useMemo(() => Object.keys(style.sources), [style])
  // A map with a permanently lost graphics context is replaced.
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
      validateStyle={config.basemapStyleUrl !== null} // ours is validated by a test
      projection={{ type: projection }} // a plain name is not accepted
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
        console.error(error.message, error) // a class of the library has no name in the built page
        if (target) return
        // A map that was never created: only the graphics context can be missing.
        setRefused(true)
        removeLandPicture()
        void import('./map-recovery.tsx').then(({ guardOf }) => guardOf({ clock, checkServer, remake }).failed())
      }}
      locale={{ 'Map.Title': t('map') }}
    >
      <FirstDrawn sources={sources} onDrawn={onDrawn} />
      <LayerBoundary id="recovery">
        <MapRecovery remake={remake} onSilent={setSilent} />
        {config.basemapStyleUrl ? <ReadCredits sources={sources} /> : null}
      </LayerBoundary>
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
      <LayerBoundary id="no-graphics">
        {isRefused ? <NoGraphics /> : isSilent ? <NoGraphics why="silent" /> : null}
      </LayerBoundary>
    </>
  )
}

/** A map drawn larger than its layout needs a higher pixel ratio. */
function PixelRatio({ factor }: { factor: number }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    map.setPixelRatio(devicePixelRatio * factor)
    return () => map.setPixelRatio(devicePixelRatio)
  }, [map, factor])
  return null
}

/** Marks, lines and names scale with the type of the page; a wall's map is larger by its displacement. */
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
