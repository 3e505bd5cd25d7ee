/**
 * URL parameters that are attributes of `<brontide-map>`, with equal names except `kiosk`, whose attribute is `wall`.
 * Tests compare them with docs/address.md and with the page's table of choices, which is too large to load here.
 */
export const PARAMETERS = [
  'projection',
  'layers',
  'also',
  'at',
  'place',
  'station',
  'airport',
  'storm',
  'strike',
  'fire',
  'window',
  'strikes',
  'sums',
  'chance',
  't',
  'theme',
  'lang',
  'units',
  'lines',
  'category',
  'tz',
  'rings',
  'hold',
  'own',
  'watch',
  'board',
  'filter',
  'worst',
  'sound',
  'kiosk',
  'tour',
  'dwell',
  'follow',
  'scale',
  'dim',
] as const

const ATTRIBUTE_OF: Readonly<Record<string, string>> = { kiosk: 'wall' }
const attributeOf = (parameter: string) => ATTRIBUTE_OF[parameter] ?? parameter

/** A further attribute: the view, `zoom/lat/lon`. */
const VIEW = 'view'

export const ATTRIBUTES = [VIEW, ...PARAMETERS.map(attributeOf)]

/** The URL of the page for the attributes; null is a missing attribute. */
export function addressOf(origin: string, attribute: (name: string) => string | null): string {
  const url = new URL('/', origin)
  for (const parameter of PARAMETERS) {
    const value = attribute(attributeOf(parameter))
    if (value !== null) url.searchParams.set(parameter, value)
  }
  const view = attribute(VIEW)
  if (view) url.hash = view
  return url.href
}
