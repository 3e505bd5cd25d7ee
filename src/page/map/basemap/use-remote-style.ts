import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useState } from 'react'

/** The style at `url` once loaded; null before, and without a URL. */
export function useRemoteStyle(url: string | null): StyleSpecification | null {
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
