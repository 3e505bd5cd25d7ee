import { getGlobalDispatcher } from 'maplibre-gl'
import { useEffect } from 'react'
import { type ServerConnection, useServerConnection } from '../live/server-connection.ts'
import { askAgainForTiles } from './basemap/ask-again-for-tiles.ts'
import { carryOverlays } from './basemap/carry-overlays.ts'
import { type ContextGuard, createContextGuard } from './gl/context-guard.ts'
import { graphicsHealth } from './gl/graphics-health.ts'
import { watchWorkers } from './gl/worker-watch.ts'
import { useMapInstance } from './map-hooks.ts'

interface Keeping extends Pick<ServerConnection, 'clock' | 'checkServer'> {
  /** Has another map take the place of this one. */
  remake(): void
}

const guards = new WeakMap<Keeping['remake'], ContextGuard>()

/** The guard of a map and of those that take its place. */
export function guardOf({ clock, checkServer, remake }: Keeping): ContextGuard {
  const known = guards.get(remake)
  if (known) return known
  // Without its server a page that is loaded anew would not come.
  const giveUp = () => void checkServer().then(() => location.reload(), guard.failed)
  const guard = createContextGuard({ clock, remake, giveUp })
  guards.set(remake, guard)
  return guard
}

interface RecoveryProps extends Pick<Keeping, 'remake'> {
  /** Hears whether the map's workers leave a question for a sign of life unanswered. The same function each time. */
  onSilent(isSilent: boolean): void
}

/**
 * Looks after a map once it is there: asks again for tiles that did not come, and tells the guard, and who keeps count
 * of it, of a lost graphics context, and of a worker that died. A lost context is not waited for: MapLibre, where it hears of
 * the loss, lets go of its style without tidying up after it, so that a map, its context and a worker stay in memory for
 * each loss. It does not hear of it; the map goes as a whole, and another one comes. It keeps overlays through another style.
 */
export default function MapRecovery({ remake, onSilent }: RecoveryProps) {
  const map = useMapInstance()
  const { clock, checkServer } = useServerConnection()
  useEffect(() => {
    if (!map) return
    const guard = guardOf({ clock, checkServer, remake })
    const canvas = map.getCanvas()
    const drawn = () => graphicsHealth.emit('drawn')
    const replace = () => {
      graphicsHealth.emit('lost')
      guard.lost()
    }
    const lost = (event: Event) => {
      event.stopImmediatePropagation()
      replace()
    }
    const dispatcher = getGlobalDispatcher()
    const stopWatching = watchWorkers({
      clock,
      ping: (withinMs) => dispatcher.ping(withinMs),
      answered: (isAlive) => onSilent(!isAlive),
      died() {
        console.error('map worker died: starting another, and another map')
        void dispatcher.ensureWorkers()
      },
    })
    void map.once('render', drawn)
    // MapLibre's event for restarted workers: it continues without our custom layers.
    map.on('webglcontextlost', replace)
    // Who captures hears of it before MapLibre does.
    canvas.addEventListener('webglcontextlost', lost, { capture: true })
    return () => {
      stopWatching()
      map.off('webglcontextlost', replace)
      map.off('render', drawn)
      canvas.removeEventListener('webglcontextlost', lost, { capture: true })
    }
  }, [map, clock, checkServer, remake, onSilent])
  useEffect(() => (map ? askAgainForTiles(map, clock) : undefined), [map, clock])
  useEffect(() => (map ? carryOverlays(map) : undefined), [map])
  return null
}
