import { useSyncExternalStore } from 'react'
import { useLive } from '../server-connection.ts'
import { useNow } from './use-now.ts'

/** The moment that the map shows, Unix ms: the present, renewed each second, or a moment of the past. */
export function useShownNow(): number {
  const nowMs = useNow()
  return useShownAt() ?? nowMs
}

/** The shown past time, updated as often as labels are; null while live. */
export function useShownAt(): number | null {
  const { shownTime } = useLive()
  return useSyncExternalStore(shownTime.subscribe, shownTime.atMs)
}
