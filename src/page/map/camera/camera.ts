import { useMemo } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { type Command, type Commands, useCommands } from '../../state/commands.ts'
import type { Selection } from '../../state/selection.ts'
import type { Flight } from '../../state/view.ts'

/** Moves the map; what is asked before there is one is done when there is. */
export interface Camera {
  flyTo(flight: Flight): void
  /** Brings a place out from under the panels, where it is under one. */
  reveal(place: LatLon): void
}

/** What the address names, which is looked at once it is known where it lies. */
export interface AddressedPlace {
  selection: Selection
  /** The address says where the map looks, too. */
  isViewSaid: boolean
}

// Carried out by `MapCamera`, by `RevealSelection`, and by the panel of what the address names.
export const FLIGHT: Command<Flight> = { name: 'flight' }
export const REVEAL: Command<LatLon> = { name: 'reveal' }
export const FOCUS_FROM_URL: Command<AddressedPlace> = { name: 'focus from url' }

export function createCamera(commands: Commands): Camera {
  // Whoever wants to look somewhere no longer wants what was asked before and still waits.
  const forgetOlder = () => {
    for (const older of [FLIGHT, REVEAL, FOCUS_FROM_URL]) commands.forget(older)
  }
  return {
    flyTo(flight) {
      forgetOlder()
      commands.ask(FLIGHT, flight)
    },
    reveal(place) {
      forgetOlder()
      commands.ask(REVEAL, place)
    },
  }
}

export function useCamera(): Camera {
  const commands = useCommands()
  return useMemo(() => createCamera(commands), [commands])
}
