/**
 * The parameters of the page's address that `<brontide-map>` takes as attributes, each by its own name but for `kiosk`,
 * whose attribute is `wall`. A test holds them to docs/address.md, and another that to the page's table of choices, which
 * is too much to load for a frame.
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

/** What else is said by an attribute: where the map looks, `zoom/lat/lon`. */
const VIEW = 'view'

export const ATTRIBUTES = [VIEW, ...PARAMETERS.map(attributeOf)]

/** The address at which the page shows what the attributes say; null stands for one that is not there. */
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
