import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Storm } from '../../../contract/nowcast.ts'
import { useMapInstance } from '../../map/map-hooks.ts'
import { type PickPoint, useMapPick } from '../../map/picking/map-pick.ts'
import { usePage } from '../../state/page-store.ts'
import { findStorm, nameStorm } from './storm-choice.ts'

/** Below airports, above single strikes. */
const PRIORITY = 45
/** How far from an outline it is still meant; a finger is wider than a pointer. */
const REACH_PX = { fine: 6, coarse: 14 }
const OFFERED_MAX = 4

/** Clickable storm layers: rings, outlines and labels; within an outline a click selects strikes. */
export const PICKED_LAYERS = [
  'storms-rings',
  'storms-numbers',
  'storms-names',
  'storms-rising',
  'storms-steady',
  'storms-falling',
  'storms-labels',
] as const

/** A click on a storm's ring, outline or label opens its card. */
export function useStormPick(storms: readonly Storm[], atMs: number, detailOf: (storm: Storm) => string): void {
  const map = useMapInstance()
  useMapPick(PRIORITY, (at) => {
    const { selection } = usePage.getState()
    const selected = selection?.kind === 'storm' ? selection.id : null
    const known = findStorm(selected, storms, atMs)
    return stormsAt(map, at, storms).map((storm) => ({
      kind: 'storm',
      id: storm === known && selected ? selected : nameStorm(storm, atMs),
      detail: detailOf(storm),
    }))
  })
}

/** The storms that are drawn at a spot, the busiest first. */
function stormsAt(map: MapLibreMap | null, { x, y }: PickPoint, storms: readonly Storm[]): Storm[] {
  const layers = map ? PICKED_LAYERS.filter((id) => map.getLayer(id)) : []
  if (!map || layers.length === 0) return []
  const reach = matchMedia('(pointer: coarse)').matches ? REACH_PX.coarse : REACH_PX.fine
  const found = map.queryRenderedFeatures(
    [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ],
    { layers },
  )
  const ids = new Set(found.map(({ properties }) => properties.id))
  return storms.filter(({ id }) => ids.has(id)).slice(0, OFFERED_MAX)
}
