import { useSyncExternalStore } from 'react'
import type { NowcastView } from '../../../core/nowcast/coming.ts'
import { useLive } from '../server-connection.ts'
import { useShownAt } from '../time/use-shown-at.ts'

/** The present nowcast; null before it is known. */
export function useNowcast(): NowcastView | null {
  const { nowcast } = useLive()
  return useSyncExternalStore(nowcast.subscribe, nowcast.now)
}

export function useShownNowcast(): NowcastView | null {
  const { nowcast, pastNowcast } = useLive()
  const { subscribe, now } = useShownAt() === null ? nowcast : pastNowcast
  return useSyncExternalStore(subscribe, now)
}
