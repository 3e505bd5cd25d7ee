import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMapInstance } from '../map-hooks.ts'
import { namedOnce, useMapCredits } from './map-credits.ts'

/** Reads the credits of the map from the sources of its style, once loaded. */
export default function ReadCredits({ sources }: { sources: readonly string[] }) {
  const map = useMapInstance()
  useEffect(() => {
    if (!map) return
    const read = () => {
      const attributions = sources.map((id) => map.getSource(id)?.attribution)
      useMapCredits.setState({ named: namedOnce(attributions, textOf) })
    }
    read()
    return map.on('idle', read).unsubscribe
  }, [map, sources])
  return null
}

/** Credits of the present map: the sources of all visible layers. */
export function shownCredits(map: MapLibreMap): string[] {
  const shown = map.getStyle().layers.filter((layer) => layer.layout?.visibility !== 'none')
  const sources = new Set(shown.flatMap((layer) => ('source' in layer ? [layer.source] : [])))
  return namedOnce(
    [...sources].map((id) => map.getSource(id)?.attribution),
    textOf,
  )
}

const toText = globalThis.trustedTypes?.createPolicy('text', { createHTML: (html) => html })

/** A parsed document runs and loads nothing. */
function textOf(html: string): string {
  return new DOMParser().parseFromString(toText?.createHTML(html) ?? html, 'text/html').body.textContent
}
