import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basemapColours } from '../page/map/basemap/colours.ts'
import { RELIEF_LIGHT, RELIEF_OPACITY, RELIEF_SHADOW } from '../page/map/basemap/relief-look.ts'
import type { Theme } from '../page/state/view.ts'
import { DIM_MOST } from '../page/state/wall-settings.ts'
import { colourOf, contrast, laid, type Rgba } from './contrast.ts'

/** Contrast of 4.5 for text, and of 3 for components and marks: WCAG 1.4.3 and 1.4.11. */
export const TEXT = 4.5
export const MARK = 3
export const THEMES = ['dark', 'light'] as const

const [darkCss = '', lightCss = ''] = readFileSync(
  join(import.meta.dirname, '../page/ui/styles/tokens.css'),
  'utf8',
).split(':root[data-theme="light"]')
const tokensOf = (css: string) =>
  Object.fromEntries([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]))
const TOKENS: Record<Theme, Record<string, string>> = {
  dark: tokensOf(darkCss),
  light: { ...tokensOf(darkCss), ...tokensOf(lightCss) },
}
/** A colour of the page's style sheet. */
export const token = (theme: Theme, name: string) => colourOf(TOKENS[theme][name] ?? '')

/** The page, a panel, and a row of it in its normal and hovered states, and in a field. */
export function surfaces(theme: Theme) {
  const panel = token(theme, 'surface-1')
  const row = token(theme, 'surface-2')
  const hovered = token(theme, 'surface-3')
  return {
    page: token(theme, 'surface-0'),
    panel,
    row: laid(panel, row),
    hovered: laid(panel, hovered),
    'hovered in a field': laid(panel, row, hovered),
  }
}

/** As dark as a wall may have its ground. */
export function veil(theme: Theme): Rgba {
  return [0, 0, 0, DIM_MOST[theme] / 100]
}

/** Each background colour of a mark on the map, by day, at night, and on a dimmed wall. */
export function grounds(theme: Theme): Record<string, Rgba> {
  const { sea, depths, land, abroad, urban, night } = basemapColours(theme)
  const level = { sea, 'shelf sea': depths[0], 'deep sea': depths[1], abyss: depths[2], land, abroad, town: urban }
  const byDay = {
    ...Object.fromEntries(Object.entries(level).map(([name, colour]) => [name, colourOf(colour)])),
    'shadowed slope': laid(colourOf(abroad), slope(theme, RELIEF_SHADOW)),
    'lit slope': laid(colourOf(land), slope(theme, RELIEF_LIGHT)),
  }
  const dark = colourOf(night)
  return Object.fromEntries(
    Object.entries(byDay).flatMap(([name, colour]) => [
      [name, colour],
      [`${name} by night`, laid(colour, dark, dark, dark, dark)],
      [`${name} dimmed`, laid(colour, veil(theme))],
      [`${name} dimmed by night`, laid(colour, veil(theme), dark, dark, dark, dark)],
    ]),
  )
}

/** Cover of the steepest slopes of the relief. */
function slope(theme: Theme, { colour, opacity }: typeof RELIEF_SHADOW | typeof RELIEF_LIGHT): Rgba {
  const [red, green, blue] = colour
  return [red / 255, green / 255, blue / 255, opacity * RELIEF_OPACITY[theme]]
}

/** The lowest contrast of any of `marks` with the base map, over all base map colours. */
export function standsOff(theme: Theme, ...marks: Rgba[]): number {
  return Math.min(
    ...Object.values(grounds(theme)).map((ground) =>
      Math.max(...marks.map((mark) => contrast(laid(ground, mark), ground))),
    ),
  )
}

/** A colour as code names it, or as the style sheet does: `var(--text)`. */
export function namedColour(theme: Theme, name: string): Rgba {
  const own = /^var\(--([\w-]+)\)$/.exec(name)?.[1]
  return own ? token(theme, own) : colourOf(name)
}
