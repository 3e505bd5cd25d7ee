import RANGES from '@fontsource-variable/noto-sans-sc/unicode.json'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMapInstance } from '../map-hooks.ts'
import { SLOTS } from '../slots.ts'

/** As the style sheet calls it: after the Chinese fonts that a machine may have. */
const FAMILY = 'Noto Sans SC Variable'
/** The last font of every name on the map. */
const LAST = 'sans-serif'

const FILES = import.meta.glob<string>('/node_modules/@fontsource-variable/noto-sans-sc/files/*-wght-normal.woff2', {
  eager: true,
  import: 'default',
  query: '?url',
})

/** The first character of Chinese; what comes before it is left to the machine's fonts. */
const FIRST = 0x2e80

/** A file for each hundred characters. */
const PARTS = Object.entries(RANGES).flatMap(([key, all]) => {
  const part = key.replace(/\W/g, '')
  const url = FILES[`/node_modules/@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${part}-wght-normal.woff2`]
  const ranges = all.split(',').filter((range) => Number.parseInt(range.slice(2), 16) >= FIRST)
  return url === undefined || ranges.length === 0 ? [] : [{ url, ranges }]
})

/**
 * A Chinese font for machines without one, as many displays on a wall: they would show boxes. The browser loads only
 * files of characters that no other font of the style sheet has; once it does, names on the map are drawn with them too.
 */
export default function ChineseFonts() {
  const map = useMapInstance()
  useEffect(() => (map ? giveChineseFonts(map) : undefined), [map])
  return null
}

let faces: readonly FontFace[] | null = null

/** Returns a function that stops it; fonts of the page remain. */
export function giveChineseFonts(map: MapLibreMap): () => void {
  faces ??= PARTS.map(({ url, ranges }) => {
    const face = new FontFace(FAMILY, `url(${url})`, {
      weight: '100 900',
      unicodeRange: ranges.join(),
      display: 'swap',
    })
    document.fonts.add(face)
    return face
  })
  const give = () => {
    const isNeeded = faces?.some(({ status }) => status !== 'unloaded') ?? false
    // Without its layers the style is not loaded yet.
    if (isNeeded && map.getLayer(SLOTS.labels) && !map.getFontFaces()) map.setFontFaces({ [LAST]: FILES_OF_MAP })
  }
  give()
  document.fonts.addEventListener('loading', give)
  map.on('style.load', give)
  return () => {
    document.fonts.removeEventListener('loading', give)
    map.off('style.load', give)
  }
}

const FILES_OF_MAP = PARTS.map(({ url, ranges }) => ({
  url: new URL(url, location.href).href,
  'unicode-range': ranges,
}))
