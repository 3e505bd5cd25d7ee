import { useSyncExternalStore } from 'react'
import type { AirportClock } from '../core/airport-clock.ts'
import { clockKeeperOf } from './airport-clocks.ts'
import { useContract } from './contract-context.ts'

/** The lightning clock of an airport; null where none is kept for it, or not yet. */
export function useAirportClock(icao: string): AirportClock | null {
  const keeper = clockKeeperOf(useContract())
  return useSyncExternalStore(keeper.subscribe, () => keeper.read(icao))
}
