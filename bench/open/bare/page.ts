import { Map as MapLibre, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import './page.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

declare const BARE_STYLE: StyleSpecification

declare const trustedTypes: {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>): void
}

// The policy of the server's pages rejects unchecked strings as worker URLs or markup.
trustedTypes.createPolicy('default', { createHTML: (html) => html, createScriptURL: (url) => url })

// A minimal page with the base map, for comparison. The URL has the tile query, and after the hash the view.
setWorkerUrl(workerUrl)
const [zoom, lat, lon] = location.hash.slice(1).split('/').map(Number) as [number, number, number]
const { sources } = BARE_STYLE
const style: StyleSpecification = {
  ...BARE_STYLE,
  sources: Object.fromEntries(
    Object.entries(sources).map(([id, source]) => [
      id,
      'tiles' in source
        ? { ...source, tiles: [`${location.origin}/basemap/{z}/{x}/{y}.mvt${location.search}`] }
        : source,
    ]),
  ),
}
const map = new MapLibre({ container: 'map', style, center: [lon, lat], zoom })
const look = () => {
  if (!Object.keys(sources).every((id) => map.isSourceLoaded(id))) return
  performance.mark('brontide map')
  map.off('render', look)
}
map.on('render', look)
