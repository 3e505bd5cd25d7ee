import type { ShapedPlace } from '../../../live/places/place-store.ts'

const NEAREST = 10
/** Radius visible on any screen at that zoom. */
const SEEN_KM = 22

/** A zoom at which a place and its rings are seen whole. */
export function zoomToPlace({ shape, ringsKm }: Pick<ShapedPlace, 'shape' | 'ringsKm'>): number {
  const km = shape.reachKm + (ringsKm.at(-1) ?? 0)
  return Math.min(NEAREST, Math.max(3, NEAREST - Math.log2(Math.max(1, km / SEEN_KM))))
}
