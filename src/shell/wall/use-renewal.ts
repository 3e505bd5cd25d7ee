import { useEffect } from 'react'
import { useContract } from '../contract-context.ts'
import { createServerWatch } from '../server-watch.ts'
import { mayReloadFor } from './reload-once.ts'

/** Well under the ten seconds within which a wall has to be well again. */
const LOOK_EVERY_MS = 4_000

/** Has the lines try at once when the server is back, and loads the page anew when the server brings another one. */
export function useRenewal(): void {
  const { clock, look, wake, strikes, reports } = useContract()
  useEffect(() => {
    const watch = createServerWatch({ clock, look, everyMs: LOOK_EVERY_MS })
    watch.subscribe((sight, before) => {
      // It has just answered, so a page that is loaded now will come.
      if (sight.kind === 'changed' && mayReloadFor(sight.to, clock.now(), sessionStorage)) return location.reload()
      const isLive = [strikes, reports].every((feed) => feed.status().state === 'live')
      if (before.kind === 'unreachable' && sight.kind !== 'unreachable' && !isLive) wake()
    })
    return watch.close
  }, [clock, look, wake, strikes, reports])
}
