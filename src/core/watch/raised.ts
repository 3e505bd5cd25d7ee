import type { Arrival } from '../../contract/nowcast.ts'
import type { Stage } from '../../contract/watch/alarms.ts'

/** What the rules have found, before it has become an alarm with an id. Unix ms, km. */
export interface Raised {
  /** Null where it is of no place. */
  placeId: string | null
  stage: Stage
  /** What it is about, so that the same is never raised twice: the moment of a strike, a break or a report. */
  cause: string
  struckMs: number | null
  distanceKm: number | null
  /** When it is expected, of an approach. */
  arrival: Arrival | null
  details: Record<string, string | number>
}

/** The same for the same cause, whoever reckons it and however often. */
export function idOf({ placeId, stage, cause }: Raised): string {
  return [placeId ?? '-', stage, cause].join('.')
}
