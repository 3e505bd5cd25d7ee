import { useEffect, useRef, useSyncExternalStore } from 'react'
import { FlatMap } from './flat-map.ts'
import { groundPicture } from './ground-picture.ts'
import { useMapInstance } from './map-hooks.ts'
import styles from './map-stage.module.css'
import { markShown } from './mark-shown.ts'

/** The picture of the ground, to lie under the map's canvas. */
export function GroundUnder() {
  const address = useAddress()
  if (!address) return null
  return <img className={styles.ground} src={address} alt="" draggable={false} onLoad={() => markShown('ground')} />
}

/** Inside the map: has the picture go once the map shows its own ground, and at once where it would be another one. */
export function GroundUnderEnd({ mapStyle }: { mapStyle: object }) {
  const map = useMapInstance()
  const isThere = useAddress() !== null
  useEffect(() => {
    if (!isThere || !(map instanceof FlatMap)) return
    const end = () => groundPicture.end()
    const look = () => {
      if (!map.isWhole) return
      map.off('render', look)
      // The frame with the ground is then the older one.
      requestAnimationFrame(() => requestAnimationFrame(end))
    }
    map.on('render', look)
    map.on('movestart', end)
    map.on('resize', end)
    return () => {
      map.off('render', look)
      map.off('movestart', end)
      map.off('resize', end)
    }
  }, [map, isThere])
  const drawnAs = useRef(mapStyle)
  useEffect(() => {
    if (mapStyle !== drawnAs.current) groundPicture.end()
  }, [mapStyle])
  return null
}

function useAddress(): string | null {
  return useSyncExternalStore(follow, addressOf)
}

function follow(changed: () => void): () => void {
  return groundPicture.changed.subscribe(changed)
}

function addressOf(): string | null {
  return groundPicture.address
}
