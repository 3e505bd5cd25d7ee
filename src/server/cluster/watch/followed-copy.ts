import { Emitter } from '../../../core/util/emitter.ts'
import type { KeptAlarm, NumberedChange, WatchChange, WatchCopy } from '../../history/watch-store.ts'
import { POSITION } from './begin-copy.ts'
import { createWatchMarks, NOTHING, type PlaceInLog, partsOf } from './watch-parts.ts'

type States = NonNullable<WatchChange['states']>

export type FollowedCopy = ReturnType<typeof createFollowedCopy>

/** The alarms on this machine, which follow the shared log. `number` is the latest message in the copy. */
export function createFollowedCopy(deps: { copy: WatchCopy; identity: string; number: number }) {
  const { copy, identity } = deps
  const onAlarms = new Emitter<readonly KeptAlarm[]>()
  const onStates = new Emitter<States>()
  const marks = createWatchMarks(deps.number + 1)
  let position = deps.number
  let waiting: { number: number; go(): void }[] = []

  return {
    /** Number of the latest message in the copy. */
    position: () => position,
    marks,
    onAlarms: (listener: (alarms: readonly KeptAlarm[]) => void) => onAlarms.subscribe(listener),
    onStates: (listener: (states: States) => void) => onStates.subscribe(listener),
    /** Applies a message unless it was applied before. */
    take(number: number, changes: readonly NumberedChange[]): void {
      if (number <= position) return
      position = number
      for (const change of changes) marks.take(number, partsOf(change, copy))
      const place: PlaceInLog = { identity, number }
      copy.apply(...changes, { ...NOTHING, states: [[POSITION, JSON.stringify(place)]] })
      const alarms = changes.flatMap(alarmsOf)
      const states = changes.flatMap(({ states = [] }) => states)
      if (alarms.length > 0) onAlarms.emit(alarms)
      if (states.length > 0) onStates.emit(states)
      for (const each of waiting) if (each.number <= number) each.go()
      waiting = waiting.filter((each) => each.number > number)
    },
    /** Resolves once that message is applied. */
    reached(number: number): Promise<void> {
      if (position >= number) return Promise.resolve()
      return new Promise((go) => waiting.push({ number, go }))
    },
  }
}

export function alarmsOf({ added, acknowledged }: NumberedChange): KeptAlarm[] {
  return [...added.map(({ rev, alarm }) => ({ rev, alarm })), ...(acknowledged ? [acknowledged] : [])]
}
