import { useEffect } from 'react'
import { askAgainForTiles } from './ask-again-for-tiles.ts'
import { useContract } from './contract-context.ts'
import { useMapInstance } from './map-hooks.ts'

/** Lives inside the map, whose holes it fills where the network was away for a moment. */
export default function MissedTiles() {
  const map = useMapInstance()
  const { clock } = useContract()
  useEffect(() => (map ? askAgainForTiles(map, clock) : undefined), [map, clock])
  return null
}
