import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import { withOverlays } from './carry-overlays.ts'

const NOTHING: StyleSpecification['sources'][string] = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
}

function style(layers: readonly string[], sources: readonly string[] = []): StyleSpecification {
  return {
    version: 8,
    sources: Object.fromEntries(sources.map((id) => [id, NOTHING])),
    layers: layers.map((id): LayerSpecification => ({ id, type: 'background' })),
  }
}

const idsOf = ({ layers }: StyleSpecification) => layers.map(({ id }) => id).join(' ')

describe('a ground that gets another style', () => {
  it('keeps overlays below the same layers', () => {
    const shown = style(['land', 'fires', 'areas', 'airports', 'storms', 'marks', 'chosen'])
    const after = withOverlays(style(['land', 'areas', 'marks']), shown, style(['land', 'areas', 'marks']))
    expect(idsOf(after)).toBe('land fires areas airports storms marks chosen')
  })

  it('removes layers of the previous base map, and adds new ones', () => {
    const shown = style(['land', 'graticule', 'fires', 'areas'])
    const after = withOverlays(style(['land', 'veil', 'areas']), shown, style(['land', 'graticule', 'areas']))
    expect(idsOf(after)).toBe('land veil fires areas')
  })

  it('omits layers that lost their slot', () => {
    const shown = style(['land', 'fires', 'graticule', 'areas'])
    const after = withOverlays(style(['land', 'areas']), shown, style(['land', 'graticule', 'areas']))
    expect(idsOf(after)).toBe('land areas')
  })

  it('keeps the sources of overlays, and uses those of the new style', () => {
    const shown = style([], ['tiles', 'old', 'airports'])
    const { sources } = withOverlays(style([], ['tiles']), shown, style([], ['tiles', 'old']))
    expect(Object.keys(sources).toSorted()).toEqual(['airports', 'tiles'])
  })

  it('keeps the fonts of names', () => {
    const fonts = { 'sans-serif': '/chinese.woff2' }
    expect(withOverlays(style([]), { ...style([]), 'font-faces': fonts }, style([]))['font-faces']).toEqual(fonts)
  })
})
