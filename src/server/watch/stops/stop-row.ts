import type { Row } from '../../../contract/watch/alarms.ts'
import type { PlaceState, Remark, WorkStop } from '../../../contract/watch/place-states.ts'
import { EMPTY_ROW, placeIn } from '../../../core/levels/row.ts'
import type { Place } from '../../../core/places/place.ts'
import { linkOf } from '../alarm-link.ts'

/** A recorded action; its journal entries have the same kinds. */
export type StopChange = 'stop' | 'stop-change' | 'resume'

/**
 * The row of a change of a stop, with the state of the place's ladder and its open stops afterwards. Its id consists of
 * the stop's id and the number of the change.
 */
export function stopRow(of: {
  stop: WorkStop
  change: StopChange
  remark: Remark
  /** Null if the place is no longer monitored. */
  place: Place | null
  state: PlaceState | null
  open: readonly WorkStop[]
  simulated: boolean
  publicOrigin: string | null
}): Row {
  const { stop, change, remark, place, state, open, simulated, publicOrigin } = of
  const { by, at, note } = remark
  const headline = state ? { level: state.level, state: state.state } : EMPTY_ROW.before
  const number = 1 + stop.changes.length + (stop.resumed ? 1 : 0)
  return {
    ...EMPTY_ROW,
    // Without an evaluated state coverage is unknown.
    observed: { now: false, since: null },
    ...state,
    id: `stop.${stop.id}.${number}`,
    place: place ? placeIn(place) : { id: stop.place, name: stop.place, nameZh: null, group: null },
    stage: 'stop',
    step: 'stop',
    at,
    simulated,
    details: {
      change,
      stop: stop.id,
      work: stop.work,
      by,
      ...(note !== '' && { note }),
      ...(stop.earliestResume !== null && change !== 'resume' && { earliestResume: stop.earliestResume }),
      ...(place?.timeZone && { timeZone: place.timeZone }),
    },
    link: linkOf(publicOrigin, place, Date.parse(at)),
    stops: [...open],
    before: headline,
    cause: { kind: 'person' },
  }
}
