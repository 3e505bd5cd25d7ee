import { getGlobalDispatcher } from 'maplibre-gl'
import { useEffect } from 'react'
import { type ServerConnection, useServerConnection } from '../live/server-connection.ts'
import { carryOverlays } from './basemap/carry-overlays.ts'
import { retryTiles } from './basemap/retry-tiles.ts'
import { type ContextGuard, createContextGuard } from './gl/context-guard.ts'
import { graphicsHealth } from './gl/graphics-health.ts'
import { watchWorkers } from './gl/worker-watch.ts'
import { useMapInstance } from './map-hooks.ts'

interface Keeping extends Pick<ServerConnection, 'clock' | 'checkServer'> {
  remake(): void
}

const guards = new WeakMap<Keeping['remake'], ContextGuard>()

export function guardOf({ clock, checkServer, remake }: Keeping): ContextGuard {
  const known = guards.get(remake)
  if (known) return known
  // Without its server the page could not reload.
  const giveUp = () => void checkServer().then(() => location.reload(), guard.failed)
  const guard = createContextGuard({ clock, remake, giveUp })
  guards.set(remake, guard)
  return guard
}

interface RecoveryProps extends Pick<Keeping, 'remake'> {
  /** Called when the map's workers miss or answer a ping. The same function each time. */
  onSilent(isSilent: boolean): void
}

/**
 * Recovery of the map: retries failed tiles, and reports lost graphics contexts and dead workers to the guard and to
 * health counters. On a lost context MapLibre drops its style without releasing it, which leaks a map, its context and
 * a worker per loss; so the event is hidden from MapLibre, and the whole map is replaced. Overlays are kept across
 * styles.
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
    // A capturing listener runs before MapLibre's.
    canvas.addEventListener('webglcontextlost', lost, { capture: true })
    return () => {
      stopWatching()
      map.off('webglcontextlost', replace)
      map.off('render', drawn)
      canvas.removeEventListener('webglcontextlost', lost, { capture: true })
    }
  }, [map, clock, checkServer, remake, onSilent])
  useEffect(() => (map ? retryTiles(map, clock) : undefined), [map, clock])
  useEffect(() => (map ? carryOverlays(map) : undefined), [map])
  return null
}
