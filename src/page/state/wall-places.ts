import { useEffect } from 'react'
import { create } from 'zustand'
import type { LatLon } from '../../core/geo/geo.ts'
import { isSame } from '../../core/util/is-same.ts'

const NONE: readonly LatLon[] = []

/** Places named on cards of a wall, by card: the camera keeps them visible. */
export const useWallPlaces = create<{ byCard: ReadonlyMap<string, readonly LatLon[]> }>()(() => ({
  byCard: new Map(),
}))

/** Keeps the places of a card visible to a wall's camera while the card names them. */
export function useNamedPlaces(card: string, places: readonly LatLon[]): void {
  useEffect(() => setPlaces(card, places), [card, places])
  useEffect(() => () => setPlaces(card, NONE), [card])
}

function setPlaces(card: string, places: readonly LatLon[]): void {
  if (isSame(useWallPlaces.getState().byCard.get(card) ?? NONE, places)) return
  const others = [...useWallPlaces.getState().byCard].filter(([each]) => each !== card)
  useWallPlaces.setState({ byCard: new Map(places.length > 0 ? [...others, [card, places]] : others) })
}
