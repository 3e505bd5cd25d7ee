// @vitest-environment happy-dom
import type { Map as MapLibreMap } from 'maplibre-gl'
import { afterEach, expect, it, vi } from 'vitest'
import { giveChineseFonts } from './chinese-fonts.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that loads no font by itself, and a map that knows its fonts. */
function browser() {
  const faces: Face[] = []
  class Face {
    status = 'unloaded'
    readonly ranges: string
    constructor(_family: string, _file: string, { unicodeRange }: { unicodeRange: string }) {
      this.ranges = unicodeRange
    }
  }
  const fonts = Object.assign(new EventTarget(), { add: (face: Face) => faces.push(face) })
  vi.stubGlobal('FontFace', Face)
  vi.stubGlobal('document', { fonts })
  let given: Record<string, { 'unicode-range': string[] }[]> | null = null
  const map = {
    getLayer: () => ({}),
    getFontFaces: () => given,
    setFontFaces: (next: typeof given) => {
      given = next
    },
    on() {},
    off() {},
  }
  giveChineseFonts(map as unknown as MapLibreMap)
  const load = (character: string) => {
    const code = character.codePointAt(0)!.toString(16)
    faces.find(({ ranges }) => ranges.toLowerCase().includes(code))!.status = 'loading'
    fonts.dispatchEvent(new Event('loading'))
  }
  return { faces, load, given: () => given }
}

it('gives names on the map a Chinese font once the browser needs one, and leaves Latin to the machine', () => {
  const { faces, load, given } = browser()
  expect(faces.length).toBeGreaterThan(80)
  const begins = faces.flatMap(({ ranges }) => ranges.split(',').map((range) => Number.parseInt(range.slice(2), 16)))
  expect(Math.min(...begins)).toBeGreaterThanOrEqual(0x2e80)
  expect(given()).toBeNull()
  load('覆')
  expect(given()?.['sans-serif']).toHaveLength(faces.length)
})
