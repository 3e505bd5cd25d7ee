import { useEffect } from 'react'
import { useServerConnection } from '../live/server-connection.ts'
import { graphicsHealth } from '../map/gl/graphics-health.ts'
import { keptStorage, tabStorage } from '../state/browser-storage.ts'
import { createHealLog } from './heal-log.ts'
import { watchHeals } from './heal-watch.ts'
import { takeReload } from './may-reload.ts'

/** Logs recovered faults of this screen, here and at the server. */
export function useHeals(): void {
  const { clock, strikes, tellHeals } = useServerConnection()
  useEffect(() => {
    const log = createHealLog({ clock, storage: keptStorage(), send: tellHeals })
    const reloaded = takeReload(tabStorage())
    const stop = watchHeals({ clock, strikes, graphics: graphicsHealth, reloaded, healed: log.add })
    return () => {
      stop()
      log.close()
    }
  }, [clock, strikes, tellHeals])
}
