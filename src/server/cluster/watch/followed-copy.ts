import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchCopy } from '../../history/watch-store.ts'
import { POSITION } from './begin-copy.ts'
import { createWatchMarks, type WatchMarks } from './watch-marks.ts'
import { NOTHING, type PlaceInLog, partsOf } from './watch-parts.ts'

type States = NonNullable<WatchChange['states']>

/** The copy of this machine as it follows the log of the watch. */
export interface FollowedCopy {
  /** The message up to which all is here. */
  position(): number
  /** Takes a message, where it is not here already. */
  take(number: number, changes: readonly NumberedChange[]): void
  /** Resolves once all up to that message is here. */
  reached(number: number): Promise<void>
  marks: WatchMarks
  onAlarms(listener: (alarms: readonly KeptAlarm[]) => void): Unsubscribe
  onStates(listener: (states: States) => void): Unsubscribe
}

/** `number`: the message of the log up to which the copy has all. */
export function createFollowedCopy(deps: { copy: WatchCopy; identity: string; number: number }): FollowedCopy {
  const { copy, identity } = deps
  const alarmsTold = new Emitter<readonly KeptAlarm[]>()
  const statesTold = new Emitter<States>()
  const moved = new Emitter<void>()
  const marks = createWatchMarks(deps.number + 1)
  let position = deps.number

  return {
    position: () => position,
    marks,
    onAlarms: (listener) => alarmsTold.subscribe(listener),
    onStates: (listener) => statesTold.subscribe(listener),
    take(number, changes) {
      if (number <= position) return
      position = number
      for (const change of changes) marks.take(number, partsOf(change, copy))
      const place: PlaceInLog = { identity, number }
      copy.apply(...changes, { ...NOTHING, states: [[POSITION, JSON.stringify(place)]] })
      const alarms = changes.flatMap(alarmsOf)
      const states = changes.flatMap(({ states = [] }) => states)
      if (alarms.length > 0) alarmsTold.emit(alarms)
      if (states.length > 0) statesTold.emit(states)
      moved.emit()
    },
    reached(number) {
      if (position >= number) return Promise.resolve()
      return new Promise((resolve) => {
        const stop = moved.subscribe(() => {
          if (position < number) return
          stop()
          resolve()
        })
      })
    },
  }
}

/** What became another alarm by a change. */
export function alarmsOf({ added, acknowledged }: NumberedChange): KeptAlarm[] {
  return [...added.map(({ rev, alarm }) => ({ rev, alarm })), ...(acknowledged ? [acknowledged] : [])]
}
