import { useSyncExternalStore } from 'react'
import { useLive } from '../../../live/server-connection.ts'

/** Whether any strike so far had a polarity, looked at once a second; renders again only where that changes. */
export function useKnowsPolarity(): boolean {
  const { now, shownStrikes } = useLive()
  return useSyncExternalStore(now.subscribe, () => shownStrikes.current().columns.knowsPolarity)
}
