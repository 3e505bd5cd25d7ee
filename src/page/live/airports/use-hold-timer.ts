import { useSyncExternalStore } from 'react'
import type { HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { useLive } from '../server-connection.ts'

/** The lightning hold timer of an airport; null without one, or not yet. */
export function useHoldTimer(icao: string): HoldTimer | null {
  const { holdTimers } = useLive()
  return useSyncExternalStore(holdTimers.subscribe, () => holdTimers.read(icao))
}
