import type { Box } from '../../../core/geo/geo.ts'
import type { Fire } from '../../../core/weather/fire-cells.ts'
import type { HeldCell } from './fire-field.ts'

/** `reach` is the map around a click; its `west` may lie past -180 and its `east` past 180. */
export function youngestWithin(cells: readonly HeldCell[], reach: Box): Fire | null {
  let youngest: Fire | null = null
  for (const { cell, fires } of cells) {
    const { west, south, east, north } = cell.box
    if (north < reach.south || south > reach.north || !meets(reach, west, east)) continue
    for (const fire of fires) {
      if (fire.lat < reach.south || fire.lat > reach.north || !meets(reach, fire.lon, fire.lon)) continue
      if (!youngest || fire.detectedAtMs > youngest.detectedAtMs) youngest = fire
    }
  }
  return youngest
}

/** Longitudes may be a turn apart near the antimeridian. */
function meets({ west, east }: Box, from: number, to: number): boolean {
  return [-360, 0, 360].some((turn) => from + turn <= east && to + turn >= west)
}
