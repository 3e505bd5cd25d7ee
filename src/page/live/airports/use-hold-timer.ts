import { useSyncExternalStore } from 'react'
import type { HoldTimer } from '../../../core/airports/lightning-hold-timer.ts'
import { useServerConnection } from '../server-connection.ts'
import { holdTimerKeeperOf } from './hold-timers.ts'

/** The lightning clock of an airport; null where none is kept for it, or not yet. */
export function useHoldTimer(icao: string): HoldTimer | null {
  const keeper = holdTimerKeeperOf(useServerConnection())
  return useSyncExternalStore(keeper.subscribe, () => keeper.read(icao))
}
