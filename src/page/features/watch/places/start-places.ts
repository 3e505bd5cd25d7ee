import type { Unsubscribe } from '../../../../core/util/emitter.ts'
import { fillPlaces } from '../../../live/places/fill-places.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'

export { findPlaces } from './find-places.ts'

/**
 * Follows the guarded places for the lifetime of the page, if its server has alarms. Returns a function that stops
 * this.
 */
export function startPlaces(connection: ServerConnection): Unsubscribe | undefined {
  const { watch, clock, live } = connection
  return watch && fillPlaces({ watch, clock, live })
}
