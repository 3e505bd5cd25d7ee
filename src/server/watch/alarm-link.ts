import { formatUtc } from '../../contract/time.ts'
import type { Place } from '../../core/places/place.ts'
import { shapeOf } from '../../core/places/place-shape.ts'

const ZOOM = 9

/** Link to the place at that time on the page; null without PUBLIC_ORIGIN. */
export function linkOf(publicOrigin: string | null, place: Place | null, ms: number): string | null {
  if (publicOrigin === null) return null
  const url = new URL(publicOrigin)
  url.searchParams.set('t', formatUtc(Math.floor(ms / 1_000) * 1_000))
  if (place) {
    const { lat, lon } = shapeOf(place.geometry).middle
    const at = [lat, lon].map((degrees) => Number(degrees.toFixed(4)))
    if (place.group === 'airports') url.searchParams.set('airport', place.id)
    else url.searchParams.set('place', place.id)
    url.hash = `${ZOOM}/${at.join('/')}`
  }
  return url.href
}
