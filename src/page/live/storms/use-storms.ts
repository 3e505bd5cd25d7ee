import { useSyncExternalStore } from 'react'
import { useLive } from '../server-connection.ts'
import type { StormsNow } from './watch-storms.ts'

/** The storms of the shown moment; the component renders again with each look. */
export function useStorms(): StormsNow {
  const { storms } = useLive()
  return useSyncExternalStore(storms.subscribe, storms.now)
}
