/** Contrast by the Web Content Accessibility Guidelines, including translucent colours. */

/** Red, green, blue and opacity, each from 0 to 1. */
export type Rgba = readonly [number, number, number, number]

/** Reads `#rgb`, `#rrggbb`, `rgb(…)` and `rgba(…)`, with commas or without. */
export function colourOf(css: string): Rgba {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(css.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((each) => each + each) : (hex.match(/../g) ?? [])
    const [red, green, blue] = digits.map((each) => Number.parseInt(each, 16) / 255)
    return [red!, green!, blue!, 1]
  }
  const parts = /^rgba?\(([^)]+)\)$/
    .exec(css.trim())?.[1]
    ?.split(/[\s,/]+/)
    .map(Number)
  if (!parts || parts.length < 3 || parts.some(Number.isNaN)) throw new Error(`Not a colour: ${css}`)
  const [red, green, blue, opacity = 1] = parts
  return [red! / 255, green! / 255, blue! / 255, opacity]
}

/** The same colour letting more through. */
export function faded([red, green, blue, opacity]: Rgba, by: number): Rgba {
  return [red, green, blue, opacity * by]
}

/** The visible colour of layers, lowest first. */
export function laid(...[ground, ...layers]: readonly [Rgba, ...Rgba[]]): Rgba {
  return layers.reduce<Rgba>(([r, g, b], [red, green, blue, opacity]) => {
    const mix = (below: number, above: number) => below + (above - below) * opacity
    return [mix(r, red), mix(g, green), mix(b, blue), 1]
  }, ground)
}

/** From 1, no contrast, to 21, black on white. */
export function contrast(a: Rgba, b: Rgba): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (lighter! + 0.05) / (darker! + 0.05)
}

function luminance([red, green, blue]: Rgba): number {
  const [r, g, b] = [red, green, blue].map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
