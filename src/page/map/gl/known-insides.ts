import { getVersion } from 'maplibre-gl'

/** The version of MapLibre whose internals the modules in this folder use. */
const WRITTEN_FOR = '6.17.0'

/**
 * Whether MapLibre's internals match. With another version they are not used: the map is slower, and correct. A page
 * with `brontidePlainMap` set never uses them.
 */
export function knowsInsides(version: string = getVersion()): boolean {
  return version === WRITTEN_FOR && !('brontidePlainMap' in globalThis)
}
