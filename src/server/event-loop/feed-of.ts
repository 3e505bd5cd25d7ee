import { LIGHTNING_PATHS } from '../../contract/lightning.ts'
import { METAR_PATHS } from '../../contract/metar.ts'
import { standardEndpoints } from '../../contract/standard.ts'

const FEEDS = [
  ...Object.values(LIGHTNING_PATHS).map((path) => ({ path, feed: 'lightning' })),
  ...Object.values(METAR_PATHS).map((path) => ({ path, feed: 'metar' })),
  ...Object.entries(standardEndpoints).map(([feed, { path }]) => ({ path, feed })),
]

/** Feed of an upstream path, which may have a prefix: `lightning`, `metar`, or an endpoint of the standard service. */
export function feedOf(pathname: string): string {
  return FEEDS.find(({ path }) => pathname.includes(path))?.feed ?? 'other upstream'
}
