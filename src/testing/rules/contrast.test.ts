import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../../core/metar/flight-category.ts'
import {
  ageBands,
  bandsOf,
  CELL_LINE_OPACITY,
  GREY_WEIGHTS,
  OPACITY_LAST,
  PALETTE_NAMES,
  RIM_SHARE,
  STALE_GREY,
  STALE_OPACITY,
  STRIKE_RIM,
} from '../../core/strikes/age-ramp.ts'
import { FIRE_AGES, FIRE_CORE, FIRE_DENSITY, FIRE_GLOWS, FIRE_HALO } from '../../core/weather/fire-ramp.ts'
import { AGE_OPACITY } from '../../page/features/airports/layer/airport-style.ts'
import { HATCH_OPACITY } from '../../page/features/timeline/draw-timeline.ts'
import { basemapColours } from '../../page/map/basemap/colours.ts'
import { FAINTEST, LINE_HALO_OPACITY, MAP_INK } from '../../page/map/map-ink.ts'
import { WINDOW_MINUTES } from '../../page/state/choices.ts'
import { DIM_MOST } from '../../page/state/wall-settings.ts'
import { colourOf, contrast, faded, laid, type Rgba } from '../contrast.ts'

/** Text stands off its ground by 4.5, and what one has to see of a part or a mark by 3: WCAG 1.4.3 and 1.4.11. */
const TEXT = 4.5
const MARK = 3
const THEMES = ['dark', 'light'] as const
type Theme = (typeof THEMES)[number]

const [darkCss = '', lightCss = ''] = readFileSync(
  join(import.meta.dirname, '../../page/ui/styles/tokens.css'),
  'utf8',
).split(':root[data-theme="light"]')
const tokensOf = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]))
const TOKENS: Record<Theme, Record<string, string>> = {
  dark: tokensOf(darkCss),
  light: { ...tokensOf(darkCss), ...tokensOf(lightCss) },
}
const token = (theme: Theme, name: string) => colourOf(TOKENS[theme][name] ?? '')

/** The page, a panel, and a row of it as it is, pointed at, and pointed at inside a field. */
function surfaces(theme: Theme) {
  const panel = token(theme, 'surface-1')
  const [row, hovered] = [token(theme, 'surface-2'), token(theme, 'surface-3')]
  return {
    page: token(theme, 'surface-0'),
    panel,
    row: laid(panel, row),
    hovered: laid(panel, hovered),
    'hovered in a field': laid(panel, row, hovered),
  }
}

/** As dark as a wall may have its ground. */
function veil(theme: Theme): Rgba {
  return [0, 0, 0, DIM_MOST[theme] / 100]
}

/** Each ground of the map that a mark can lie on, by day and in the depth of night, and as dark as a wall may have it. */
function grounds(theme: Theme): Record<string, Rgba> {
  const { sea, depths, land, urban, night } = basemapColours(theme)
  const byDay = { sea, 'shelf sea': depths[0], 'deep sea': depths[1], abyss: depths[2], land, town: urban }
  const dark = colourOf(night)
  return Object.fromEntries(
    Object.entries(byDay).flatMap(([name, colour]) => [
      [name, colourOf(colour)],
      [`${name} by night`, laid(colourOf(colour), dark, dark, dark, dark)],
      [`${name} dimmed`, laid(colourOf(colour), veil(theme))],
      [`${name} dimmed by night`, laid(colourOf(colour), veil(theme), dark, dark, dark, dark)],
    ]),
  )
}

/** The least that any of `marks`, each laid over the ground, stands off it, on the worst of the grounds. */
function standsOff(theme: Theme, ...marks: Rgba[]): number {
  return Math.min(
    ...Object.values(grounds(theme)).map((ground) =>
      Math.max(...marks.map((mark) => contrast(laid(ground, mark), ground))),
    ),
  )
}

/** What a mark of that scale is edged with; the shaders work out the same. */
function rimOf(theme: Theme, scale: number): Rgba {
  const { slope, base, min, max } = RIM_SHARE
  const share = Math.max(min, Math.min(max, slope * scale + base))
  return faded(colourOf(STRIKE_RIM[theme].colour), STRIKE_RIM[theme].opacity * share)
}

/** The colour of a strike that is no longer live. */
function greyed([red, green, blue, opacity]: Rgba): Rgba {
  const grey = red * GREY_WEIGHTS[0] + green * GREY_WEIGHTS[1] + blue * GREY_WEIGHTS[2]
  const mix = (value: number) => value + (grey - value) * STALE_GREY
  return [mix(red), mix(green), mix(blue), opacity]
}

/** From few to many, as in the legend. */
const FIRES_IN_ONE_PLACE = [1, 4, 10, 40]

function firesOn(ground: Rgba, theme: Theme, count: number): Rgba {
  const layers = [FIRE_CORE[theme], ...FIRE_GLOWS[theme]]
  return laid(
    ground,
    ...layers.flatMap(({ colour, opacity }) => new Array<Rgba>(count).fill(faded(colourOf(colour), opacity))),
  )
}

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

  it('what is pressed is read on its accent', () => {
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

  describe.each(PALETTE_NAMES)('a strike of the %s palette', (palette) => {
    it.each(WINDOW_MINUTES)('stands off every ground at each age of a window of %d min', (minutes) => {
      const windowMs = minutes * 60_000
      for (const { colour, scale, untilMs } of bandsOf(windowMs, palette, theme)) {
        const opacity = 1 + (OPACITY_LAST - 1) * (untilMs / windowMs)
        const rim = faded(rimOf(theme, scale), opacity)
        const off = standsOff(theme, faded(colourOf(colour), opacity), rim)
        expect(off, `${colour}, up to ${untilMs / 1_000} s`).toBeGreaterThanOrEqual(MARK)
      }
    })

    it('stands off every ground when its line is down', () => {
      for (const { colour, scale } of ageBands(palette, theme)) {
        const marks = [colourOf(colour), rimOf(theme, scale)].map((each) => faded(greyed(each), STALE_OPACITY))
        expect(standsOff(theme, ...marks), colour).toBeGreaterThanOrEqual(MARK)
      }
    })

    it('stands off every ground among others in a cell of density, by the line around it', () => {
      for (const { colour, scale } of ageBands(palette, theme).slice(1)) {
        const own = colourOf(colour)
        const line = theme === 'light' ? laid(own, rimOf(theme, scale)) : own
        for (const each of [line, greyed(line)]) {
          expect(standsOff(theme, faded(each, CELL_LINE_OPACITY)), colour).toBeGreaterThanOrEqual(MARK)
        }
      }
    })

    it('has an edge or a colour that is seen on the panel of its legend', () => {
      for (const { colour } of ageBands(palette, theme)) {
        const ground = token(theme, 'surface-1')
        const best = Math.max(...[colour, STRIKE_RIM[theme].colour].map((each) => contrast(colourOf(each), ground)))
        expect(best, colour).toBeGreaterThanOrEqual(MARK)
      }
    })
  })

  it.each(FIRE_AGES)('a fire of up to $untilHours h stands off every ground', (age) => {
    expect(standsOff(theme, colourOf(age[theme]), colourOf(FIRE_HALO[theme]))).toBeGreaterThanOrEqual(MARK)
  })

  it.each(FIRES_IN_ONE_PLACE)('%d fires in one place of a wide view stand off every ground', (count) => {
    for (const [where, ground] of Object.entries(grounds(theme))) {
      expect(contrast(firesOn(ground, theme, count), ground), where).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('the legend of wide views has the colours that fires add up to', () => {
    const land = colourOf(basemapColours(theme).land)
    for (const [i, count] of FIRES_IN_ONE_PLACE.entries()) {
      const seen = firesOn(land, theme, count)
      const told = colourOf(FIRE_DENSITY[theme][i]!)
      for (const channel of [0, 1, 2]) expect(Math.abs(seen[channel]! - told[channel]!)).toBeLessThan(0.06)
      expect(contrast(told, token(theme, 'surface-1'))).toBeGreaterThanOrEqual(MARK)
    }
  })

  it.each(CATEGORIES)('the ring of an airport in %s stands off every ground, however old its report', (category) => {
    const ring = token(theme, `category-${category}`)
    for (const [age, opacity] of Object.entries(AGE_OPACITY)) {
      expect(standsOff(theme, faded(ring, opacity)), age).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('the name of an airport is read on its halo, however old its report', () => {
    for (const opacity of Object.values(AGE_OPACITY)) {
      for (const [where, ground] of Object.entries(grounds(theme))) {
        const halo = laid(ground, faded(token(theme, 'surface-0'), opacity))
        const text = laid(halo, faded(token(theme, 'text'), opacity))
        expect(contrast(text, halo), where).toBeGreaterThanOrEqual(TEXT)
      }
    }
  })

  it('what is outlined stands off every ground, as faint as it is drawn', () => {
    expect(standsOff(theme, faded(colourOf(MAP_INK[theme].ink), FAINTEST))).toBeGreaterThanOrEqual(MARK)
  })

  it('what is outlined stands off whatever a style of somebody else draws below it', () => {
    const { ink, halo } = MAP_INK[theme]
    for (let grey = 0; grey <= 1; grey += 1 / 255) {
      const ground: Rgba = [grey, grey, grey, 1]
      const edge = laid(ground, faded(colourOf(halo), LINE_HALO_OPACITY))
      const line = laid(edge, faded(colourOf(ink), FAINTEST))
      const off = Math.max(contrast(edge, ground), contrast(line, ground), contrast(line, edge))
      expect(off, `grey of ${grey}`).toBeGreaterThanOrEqual(MARK)
    }
  })

  it('the line of sunrise and sunset, and the hatching of what was not observed, stand off every ground', () => {
    expect(standsOff(theme, colourOf(MAP_INK[theme].faint))).toBeGreaterThanOrEqual(MARK)
  })

  it.each(['focus', 'warn', 'accent'])('what is marked at an airport in %s stands off every ground', (name) => {
    expect(standsOff(theme, token(theme, name))).toBeGreaterThanOrEqual(MARK)
  })

  it('the hatching of the timeline is seen on its panel', () => {
    const panel = token(theme, 'surface-1')
    const ground = laid(panel, faded(token(theme, 'text-muted'), HATCH_OPACITY.ground))
    expect(contrast(laid(ground, faded(token(theme, 'text-muted'), HATCH_OPACITY.lines)), ground)).toBeGreaterThan(MARK)
  })

  it('the mark of a report that is out of date is seen in the legend', () => {
    const panel = token(theme, 'surface-1')
    expect(contrast(laid(panel, faded(token(theme, 'category-unknown'), AGE_OPACITY.outdated)), panel)).toBeGreaterThan(
      MARK,
    )
  })

  it('what is written on the map is read on its halo', () => {
    const { ink, halo } = MAP_INK[theme]
    for (const [where, ground] of Object.entries(grounds(theme))) {
      expect(contrast(colourOf(ink), laid(ground, colourOf(halo))), where).toBeGreaterThanOrEqual(TEXT)
    }
  })

  it('names of towns and countries are read like text, those of seas and provinces are seen', () => {
    const { land, landHalo, sea, depths, seaHalo, ...colours } = basemapColours(theme)
    for (const dim of [faded(veil(theme), 0), veil(theme)]) {
      const onLand = laid(colourOf(land), dim, colourOf(landHalo))
      for (const label of ['placeLabel', 'countryLabel'] as const) {
        expect(contrast(colourOf(colours[label]), onLand), label).toBeGreaterThanOrEqual(TEXT)
      }
      expect(contrast(colourOf(colours.provinceLabel), onLand)).toBeGreaterThanOrEqual(MARK)
      expect(contrast(colourOf(colours.seaLabel), onLand), 'a river').toBeGreaterThanOrEqual(MARK)
      for (const water of [sea, ...depths]) {
        const onWater = laid(colourOf(water), dim, colourOf(seaHalo))
        expect(contrast(colourOf(colours.seaLabel), onWater), water).toBeGreaterThanOrEqual(MARK)
      }
    }
  })
})
