import { getVersion } from 'maplibre-gl'

/** The version of MapLibre whose undocumented parts the modules in this folder were written for. */
const WRITTEN_FOR = '6.17.0'

/**
 * Whether MapLibre is arranged inside as the modules here expect. Where it is not, as with another version, nothing of it
 * is touched: the map is then slower, and as right. A page whose `brontidePlainMap` is set has the plain map in any case.
 */
export function knowsInsides(version: string = getVersion()): boolean {
  return version === WRITTEN_FOR && !('brontidePlainMap' in globalThis)
}
