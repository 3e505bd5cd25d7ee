import { useSyncExternalStore } from 'react'
import { useLive } from '../../../live/server-connection.ts'

/** Whether any strike so far had a polarity, checked once a second; renders again only on a change. */
export function useKnowsPolarity(): boolean {
  const { now, shownStrikes } = useLive()
  return useSyncExternalStore(now.subscribe, () => shownStrikes.current().columns.knowsPolarity)
}
