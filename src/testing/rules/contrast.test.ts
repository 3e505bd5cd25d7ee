import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OverlayMarks } from '../../page/live/overlay.ts'
import { basemapColours } from '../../page/map/basemap/colours.ts'
import { FAINTEST, LINE_HALO_OPACITY, MAP_INK } from '../../page/map/map-ink.ts'
import { colourOf, contrast, faded, laid, type Rgba } from '../contrast.ts'
import { grounds, MARK, namedColour, standsOff, surfaces, TEXT, THEMES, token, veil } from '../grounds.ts'
import { filesOf, readSource } from './import-graph.ts'

const features = join(import.meta.dirname, '../../page/features')
/** Each hazard with a row in the layers panel, with its declared marks. */
const hazards = await Promise.all(
  readdirSync(features)
    .filter((name) => /^ {2}Row: /m.test(readFileSync(join(features, name, 'index.ts'), 'utf8')))
    .map(async (name) => {
      const { marks } = (await import(join(features, name, 'marks.ts'))) as { marks: OverlayMarks }
      return { name, marks }
    }),
)

it('has four sizes of text, and uses no other token', () => {
  const sizes = readSource('page/ui/styles/tokens.css').match(/--text-\w+(?=: [\d.]+rem;)/g) ?? []
  expect(sizes).toHaveLength(4)
  const used = filesOf(/\.css$/).flatMap(
    (path) => readSource(path).match(/(?<=(?:font|font-size): [^;]*)--text-\w+/g) ?? [],
  )
  expect([...new Set(used)].sort()).toEqual(sizes.sort())
})

it('measures as the guidelines do', () => {
  expect(contrast(colourOf('#000'), colourOf('#ffffff'))).toBeCloseTo(21, 5)
  expect(contrast(colourOf('#777777'), colourOf('rgb(255 255 255)'))).toBeCloseTo(4.48, 2)
  expect(laid(colourOf('#ffffff'), colourOf('rgba(0, 0, 0, 0.5)'))).toEqual([0.5, 0.5, 0.5, 1])
})

describe.each(THEMES)('in the %s theme', (theme) => {
  const tones = ['good', 'info', 'warn', 'bad', 'unknown']

  it.each(['text', 'text-muted', 'accent', ...tones])('%s is read on every surface', (name) => {
    for (const [where, ground] of Object.entries(surfaces(theme))) {
      expect(contrast(token(theme, name), ground), where).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('faint text is read on the page, on panels, and on rows that are pointed at', () => {
    const { page, panel, row, hovered } = surfaces(theme)
    for (const ground of [page, panel, row, hovered]) {
      expect(contrast(token(theme, 'text-faint'), ground)).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it.each(tones)('text is read on the tint of %s, and so is that tone itself', (tone) => {
    // 9 to 12 % behind chips, badges, rings and alerts; 18 % behind a chip that is pointed at.
    for (const share of [0.09, 0.1, 0.12, 0.18]) {
      const ground = laid(token(theme, 'surface-1'), faded(token(theme, tone), share))
      for (const name of ['text', 'text-muted', tone]) {
        expect(contrast(token(theme, name), ground), `${name} on ${share}`).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })

  it('text on buttons contrasts with the accent', () => {
    expect(contrast(token(theme, 'accent-ink'), token(theme, 'accent'))).toBeGreaterThanOrEqual(TEXT)
  })

  it('a stale number of a wall, which is large, is read', () => {
    const ground = token(theme, 'surface-1')
    expect(contrast(laid(ground, faded(token(theme, 'text'), 0.55)), ground)).toBeGreaterThanOrEqual(MARK)
  })

  it.each(['focus', 'line-strong'])('%s is seen around fields and parts', (name) => {
    const { panel, row } = surfaces(theme)
    for (const ground of [panel, row]) {
      expect(contrast(laid(ground, token(theme, name)), ground)).toBeGreaterThanOrEqual(MARK)
    }
  })

  it.each(hazards)('every mark of $name contrasts with every ground', ({ marks }) => {
    const told = marks(theme)
    expect(told).not.toEqual([])
    for (const { name, colours } of told) {
      const drawn = colours.map(({ colour, opacity = 1 }) => faded(namedColour(theme, colour), opacity))
      expect(standsOff(theme, ...drawn), name).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('outlines contrast with every base map, at their actual opacity', () => {
    expect(standsOff(theme, faded(colourOf(MAP_INK[theme].ink), FAINTEST))).toBeGreaterThanOrEqual(MARK)
  })

  it('outlines contrast with any foreign style below', () => {
    const { ink, halo } = MAP_INK[theme]
    for (let grey = 0; grey <= 1; grey += 1 / 255) {
      const ground: Rgba = [grey, grey, grey, 1]
      const edge = laid(ground, faded(colourOf(halo), LINE_HALO_OPACITY))
      const line = laid(edge, faded(colourOf(ink), FAINTEST))
      const off = Math.max(contrast(edge, ground), contrast(line, ground), contrast(line, edge))
      expect(off, `grey of ${grey}`).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('the terminator, and the hatching of unobserved areas, contrast with every base map', () => {
    expect(standsOff(theme, colourOf(MAP_INK[theme].faint))).toBeGreaterThanOrEqual(MARK)
  })

  it('labels on the map contrast with their halo', () => {
    const { ink, halo } = MAP_INK[theme]
    for (const [where, ground] of Object.entries(grounds(theme))) {
      expect(contrast(colourOf(ink), laid(ground, colourOf(halo))), where).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('names of towns, provinces and countries, of rivers and seas are read like text', () => {
    const { land, landHalo, sea, depths, seaHalo, ...colours } = basemapColours(theme)
    for (const dim of [faded(veil(theme), 0), veil(theme)]) {
      const onLand = laid(colourOf(land), dim, colourOf(landHalo))
      for (const label of ['placeLabel', 'countryLabel', 'provinceLabel', 'seaLabel'] as const) {
        expect(contrast(colourOf(colours[label]), onLand), label).toBeGreaterThanOrEqual(TEXT)
      }
      for (const water of [sea, ...depths]) {
        const onWater = laid(colourOf(water), dim, colourOf(seaHalo))
        expect(contrast(colourOf(colours.seaLabel), onWater), water).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })
})
