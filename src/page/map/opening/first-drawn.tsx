import { useEffect } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { PatchedMap } from '../gl/patched-map.ts'
import { useMapInstance } from '../map-hooks.ts'
import { markShown } from './paint-timing.ts'

/** What is not the ground waits for it so long after the map's first frame: where its tiles take longer, the time is free. */
const GROUND_FIRST_MS = 1_500
/** Nor is it drawn while the GPU makes the map's programs, unless that takes still longer: they would come later by as much. */
const PROGRAMS_FIRST_MS = 3_000
const LOOK_EVERY_MS = 100

/** Tells when the map is drawn with all that its ground is made of, or is not to be waited for, and marks the former. */
export function FirstDrawn({ sources, onDrawn }: { sources: readonly string[]; onDrawn(): void }) {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  useEffect(() => {
    if (!map) return
    let cancel = () => {}
    const begin = () => {
      const sinceMs = clock.monotonicMs()
      const look = () => {
        const isMaking = map instanceof PatchedMap && map.isMaking
        if (isMaking && clock.monotonicMs() - sinceMs < PROGRAMS_FIRST_MS) cancel = clock.after(LOOK_EVERY_MS, look)
        else onDrawn()
      }
      cancel = clock.after(GROUND_FIRST_MS, look)
    }
    map.once('render', begin)
    return () => {
      cancel()
      map.off('render', begin)
    }
  }, [map, clock, onDrawn])
  useEffect(() => {
    if (!map) return
    const look = () => {
      if (!sources.every((id) => map.isSourceLoaded(id)) || (map instanceof PatchedMap && !map.isWhole)) return
      markShown('map')
      onDrawn()
      map.off('render', look)
    }
    map.on('render', look)
    return () => void map.off('render', look)
  }, [map, sources, onDrawn])
  return null
}
