import { useMemo } from 'react'
import type { LatLon } from '../../../core/geo/geo.ts'
import { type Command, type Commands, useCommands } from '../../state/commands.ts'
import type { Selection } from '../../state/selection.ts'
import type { Flight } from '../../state/view.ts'

/** Moves the map; a request before the map exists is run when it does. */
export interface Camera {
  flyTo(flight: Flight): void
  /** Moves a place out from under the panels, if it is covered. */
  reveal(place: LatLon): void
}

/** The target of the URL, shown once its position is known. */
export interface AddressedPlace {
  selection: Selection
  /** The URL has a view, too. */
  isViewSaid: boolean
}

// Carried out by `MapCamera`, `RevealSelection`, and the panel of the URL's target.
export const FLIGHT: Command<Flight> = { name: 'flight' }
export const REVEAL: Command<LatLon> = { name: 'reveal' }
export const FOCUS_FROM_URL: Command<AddressedPlace> = { name: 'focus from url' }

export function createCamera(commands: Commands): Camera {
  // A new target cancels older pending requests.
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
