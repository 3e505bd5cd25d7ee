import type { Unsubscribe } from '../../../../core/util/emitter.ts'
import { fillPlaces } from '../../../live/places/fill-places.ts'
import type { ServerConnection } from '../../../live/server-connection.ts'

export { findPlaces } from './find-places.ts'

/** Keeps the guarded places for as long as the page lives, where its server has a watch. Answers how to stop. */
export function startPlaces(connection: ServerConnection): Unsubscribe | undefined {
  const { watch, clock, live } = connection
  return watch && fillPlaces({ watch, clock, live })
}
