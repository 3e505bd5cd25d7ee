import { mercatorX, mercatorY, TILE_PX } from '../../../core/geo/geo.ts'
import type { Theme, View } from '../../state/view.ts'
import { deskScale } from '../desk-scale.ts'
import landUrl from './land.svg'

const ID = 'land'
/** Nearer, the coast of the picture would differ from the map's. */
const ZOOM_MAX = 5
/** Below the desk's bar: browsers take a picture as large as the window for a mere background. */
const TOP = '3rem'

/** Shows land and sea of `view` below the map, until the map itself is drawn. */
export function showLandPicture({ zoom, lat, lon }: View, theme: Theme): void {
  if (zoom > ZOOM_MAX) return
  const world = TILE_PX * deskScale() * 2 ** zoom
  const left = innerWidth / 2 - mercatorX(lon) * world
  const top = innerHeight / 2 - mercatorY(lat) * world
  const picture = document.createElement('div')
  picture.id = ID
  picture.style.cssText = `position:fixed;z-index:-1;inset:${TOP} 0 0;background:url(${landUrl}#${theme}) ${left}px calc(${top}px - ${TOP}) / ${world}px repeat-x`
  document.body.prepend(picture)
}

export function hasLandPicture(): boolean {
  return document.getElementById(ID) !== null
}

export function removeLandPicture(): void {
  document.getElementById(ID)?.remove()
}
