import { useSyncExternalStore } from 'react'
import type { ToldNowcast } from '../../../core/nowcast/coming.ts'
import { useLive } from '../server-connection.ts'

/** What comes next, as of now; null before anything is known. */
export function useNowcast(): ToldNowcast | null {
  const { nowcast } = useLive()
  return useSyncExternalStore(nowcast.subscribe, nowcast.now)
}
