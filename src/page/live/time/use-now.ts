import { useSyncExternalStore } from 'react'
import { useLive } from '../server-connection.ts'

/** Server-corrected Unix ms, renewed each second; every reader on the page ticks together. */
export function useNow(): number {
  const { now } = useLive()
  return useSyncExternalStore(now.subscribe, now.nowMs)
}
