import { type ReactNode, useEffect, useState } from 'react'
import { useServerConnection } from '../../live/server-connection.ts'
import { useMapInstance } from '../map-hooks.ts'

/**
 * The map's layers, the first at once and then one more with each frame: what each makes as it comes would hold the page
 * up if all came together. Once all have been there, whatever is added is shown at once.
 */
export function ProgressiveLayers({ layers, isBegun }: { layers: readonly ReactNode[]; isBegun: boolean }) {
  const map = useMapInstance()
  const { clock } = useServerConnection()
  const [shown, setShown] = useState(1)
  const isAll = shown >= layers.length
  useEffect(() => {
    if (!map || isAll || !isBegun) return
    let cancel = () => {}
    const drawn = () => {
      cancel = clock.after(0, () => setShown(shown + 1 < layers.length ? shown + 1 : Number.POSITIVE_INFINITY))
    }
    map.once('render', drawn)
    map.triggerRepaint()
    return () => {
      map.off('render', drawn)
      cancel()
    }
  }, [map, clock, shown, isAll, isBegun, layers.length])
  return layers.slice(0, shown)
}
