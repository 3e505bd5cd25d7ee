import { useSyncExternalStore } from 'react'
import { useLive } from '../server-connection.ts'
import type { HeldStrikes } from './held-strikes.ts'

/** The strikes of the shown moment; renders again when they, or their loaded share, change. */
export function useShownStrikes(): HeldStrikes {
  const { shownStrikes } = useLive()
  useSyncExternalStore(shownStrikes.subscribe, shownStrikes.version)
  return shownStrikes.current()
}
