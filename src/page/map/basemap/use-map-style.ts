import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { usePage } from '../../state/page-store.ts'
import { groundDim } from '../../state/wall-settings.ts'
import { useReducedMotion } from '../../ui/motion.ts'
import { hasLandPicture } from '../opening/land-picture.ts'
import { dimmed, withSlots } from '../slots.ts'
import { basemapStyle } from './style.ts'

/** The base map style of the page: ours, or the server's; null until that is loaded. */
export function useMapStyle(): StyleSpecification | null {
  const { config } = useServerConnection()
  const theme = usePage((state) => state.theme)
  const lang = useNextFrame(usePage((state) => state.lang))
  const projection = usePage((state) => state.projection)
  const lines = usePage((state) => state.mapLines)
  const dim = usePage(groundDim) / 100
  const calm = useReducedMotion()
  const remote = useRemoteStyle(config.basemapStyleUrl)
  return useMemo(() => {
    if (config.basemapStyleUrl) return remote && withPace(dimmed(withSlots(remote), dim), calm)
    const tilesUrl = `${location.origin}/basemap/{z}/{x}/{y}.mvt?set=${config.boundaries}&v=${config.basemapVersion}`
    const graticule = lines.includes('graticule')
    const own = withSlots(
      basemapStyle({
        theme,
        lang,
        tilesUrl,
        projection,
        graticule,
        homeStandsOut: config.home === null,
        isOverPicture: hasLandPicture(),
      }),
    )
    return withPace(dimmed(own, dim), calm)
  }, [config, remote, theme, lang, projection, lines, dim, calm])
}

/**
 * The value of the frame before: page texts change first, names on the map in a separate task. React's deferred values
 * have the lowest priority, and on a busy page they came seconds later.
 */
function useNextFrame<Value>(value: Value): Value {
  const [held, setHeld] = useState(value)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setHeld(value))
    return () => cancelAnimationFrame(frame)
  }, [value])
  return held
}

/** Paint properties change at once, or with the map's own transitions. */
function withPace(style: StyleSpecification, calm: boolean): StyleSpecification {
  return calm ? { ...style, transition: { duration: 0, delay: 0 } } : style
}

/** The style at `url` once loaded; null before, and without a URL. */
function useRemoteStyle(url: string | null): StyleSpecification | null {
  const [style, setStyle] = useState<StyleSpecification | null>(null)
  useEffect(() => {
    if (!url) return
    const abort = new AbortController()
    fetch(url, { signal: abort.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`HTTP ${response.status}`))))
      .then(setStyle)
      .catch((error: unknown) => {
        // Without its basemap the page still shows the hazards: an empty style is better than no map.
        if (!abort.signal.aborted) {
          reportError(error)
          setStyle({ version: 8, sources: {}, layers: [] })
        }
      })
    return () => abort.abort()
  }, [url])
  return style
}
