import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { PatchedMap } from '../gl/patched-map.ts'
import { useMapInstance } from '../map-hooks.ts'
import styles from '../map-stage.module.css'
import { groundPicture } from './ground-picture.ts'
import { markShown } from './paint-timing.ts'

/** The picture of the ground, to lie under the map's canvas. */
export function GroundUnder() {
  const image = useImage()
  const at = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!image) return
    at.current?.append(image)
    image.removeAttribute('style')
    markShown('ground')
  }, [image])
  return image ? <div ref={at} className={styles.ground} /> : null
}

/** Inside the map: has the picture go once the map shows its own ground, and at once where it would be another one. */
export function GroundUnderEnd({ mapStyle }: { mapStyle: object }) {
  const map = useMapInstance()
  const isThere = useImage() !== null
  useEffect(() => {
    if (!isThere || !(map instanceof PatchedMap)) return
    const end = () => groundPicture.end()
    const seenFrom = viewOf(map)
    // The map tells of a move as well where it is only drawn with finer pixels.
    const moved = () => {
      if (viewOf(map) !== seenFrom) end()
    }
    const look = () => {
      if (!map.isWhole) return
      map.off('render', look)
      // The frame with the ground is then the older one.
      requestAnimationFrame(() => requestAnimationFrame(end))
    }
    map.on('render', look)
    map.on('move', moved)
    addEventListener('resize', end)
    return () => {
      map.off('render', look)
      map.off('move', moved)
      removeEventListener('resize', end)
    }
  }, [map, isThere])
  const drawnAs = useRef(mapStyle)
  useEffect(() => {
    if (mapStyle !== drawnAs.current) groundPicture.end()
  }, [mapStyle])
  return null
}

function viewOf(map: PatchedMap): string {
  return `${map.getZoom()} ${map.getCenter()}`
}

function useImage(): HTMLImageElement | null {
  return useSyncExternalStore(follow, imageOf)
}

function follow(changed: () => void): () => void {
  return groundPicture.changed.subscribe(changed)
}

function imageOf(): HTMLImageElement | null {
  return groundPicture.image
}
