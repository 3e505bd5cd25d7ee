import { CONFIG_ELEMENT } from '../../contract/api-paths.ts'
import type { PageConfig } from '../../contract/brontide.ts'
import type { Box } from '../../core/geo/geo.ts'

/** China and the surrounding seas, by default. */
export const HOME_BOX: Box = { west: 73, south: 17, east: 136, north: 54 }

/**
 * The area of interest from the configuration embedded in the page. Its validation is done where the page reads all of
 * it.
 */
export function homeBox(): Box {
  const text = document.getElementById(CONFIG_ELEMENT)?.textContent
  return (text && (JSON.parse(text) as Partial<PageConfig>).home) || HOME_BOX
}
