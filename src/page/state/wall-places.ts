import { useEffect } from 'react'
import { create } from 'zustand'
import type { LatLon } from '../../core/geo/geo.ts'

/** Places named on cards of a wall, by card: the camera keeps them in sight. */
export const useWallPlaces = create<{ byCard: ReadonlyMap<string, readonly LatLon[]> }>()(() => ({
  byCard: new Map(),
}))

/** Keeps the places of a card in sight of a wall's camera while the card names them. */
export function useNamedPlaces(card: string, places: readonly LatLon[]): void {
  const key = places.map(({ lat, lon }) => `${lat},${lon}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the places
  useEffect(() => {
    setPlaces(card, places)
    return () => setPlaces(card, [])
  }, [card, key])
}

function setPlaces(card: string, places: readonly LatLon[]): void {
  const others = [...useWallPlaces.getState().byCard].filter(([each]) => each !== card)
  useWallPlaces.setState({ byCard: new Map(places.length > 0 ? [...others, [card, places]] : others) })
}
