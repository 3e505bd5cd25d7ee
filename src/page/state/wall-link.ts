import { type QueryParam, queryText } from './codec.ts'
import { viewText } from './view.ts'
import { type WallSettings, wallCodec } from './wall-settings.ts'

/** The URL for the first opening of a wall, with its access code in the hash, which servers and logs never see. */
export function wallLink(href: string, code: string): string {
  const url = new URL(href)
  const asItIs = url.search
    .slice(1)
    .split('&')
    .filter((each) => each && !/^(kiosk|t)(=|$)/.test(each))
  url.search = ['kiosk=1', ...asItIs].join('&')
  url.hash = [url.hash.slice(1), `wall=${code}`].filter(Boolean).join('&')
  return url.href
}

/** Choices of the URL that a wall ignores: moment, selection, and other wall settings. */
const NOT_ON_A_WALL = new Set([
  ...wallCodec.params,
  't',
  'at',
  'station',
  'airport',
  'strike',
  'fire',
  'board',
  'filter',
])

/** The URL of a wall with these settings and layers (null: those of `href`), and the other choices of `href`. */
export function builtLink(href: string, wall: WallSettings, layers: readonly string[] | null): string {
  const url = new URL(href)
  const kept: QueryParam[] = [...url.searchParams].filter(([param]) => !NOT_ON_A_WALL.has(param))
  const layersSaid: QueryParam[] = layers === null ? [] : [['layers', layers.join()]]
  const others = kept.filter(([param]) => layers === null || param !== 'layers')
  const query = [...wallCodec.format(wall), ...layersSaid, ...others]
  url.search = queryText(query)
  url.hash = wall.home ? viewText(wall.home) : ''
  return url.href
}
