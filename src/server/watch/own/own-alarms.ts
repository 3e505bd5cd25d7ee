import { formatUtc } from '../../../contract/time.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { KeptAlarm, WatchStore } from '../../history/watch-store.ts'

/** Maximum stored alarms of a viewer's rules; the oldest are deleted. */
export const OWN_ALARMS_MAX = 100
const ALARM = 'own-alarm/'

/** A viewer's own alarms for a stream, beside the common ones. */
export interface OwnFeed {
  since(afterRev: number): KeptAlarm[]
  newestRev(): number
  onAlarms(listener: (alarms: readonly KeptAlarm[]) => void): Unsubscribe
}

type State = readonly [key: string, value: string | null]

/** Alarms of viewer rules, visible to their owner only, kept through restarts. */
export async function openOwnAlarms(store: Pick<WatchStore, 'states' | 'write'>) {
  const told = new Emitter<{ viewer: string; alarms: readonly KeptAlarm[] }>()
  const held = new Map<string, Map<string, KeptAlarm>>()
  let newestRev = 0
  const texts = [...(await store.states(ALARM))].map(([key, text]) => [key, JSON.parse(text) as KeptAlarm] as const)
  for (const [key, kept] of texts.sort(([, a], [, b]) => a.rev - b.rev)) {
    alarmsOf(splitKey(key)[0]).set(kept.alarm.id, kept)
    newestRev = Math.max(newestRev, kept.rev)
  }

  function alarmsOf(viewer: string): Map<string, KeptAlarm> {
    return heldOrMade(held, viewer, () => new Map())
  }

  function keyOf(viewer: string, id: string): string {
    return `${ALARM}${viewer}/${id}`
  }

  function hold(viewer: string, alarm: Alarm): { kept: KeptAlarm; states: State[] } {
    const alarms = alarmsOf(viewer)
    const kept = { rev: ++newestRev, alarm }
    alarms.delete(alarm.id)
    alarms.set(alarm.id, kept)
    const states: State[] = [[keyOf(viewer, alarm.id), JSON.stringify(kept)]]
    const oldest = alarms.keys().next().value!
    if (alarms.size > OWN_ALARMS_MAX && alarms.delete(oldest)) states.push([keyOf(viewer, oldest), null])
    return { kept, states }
  }

  return {
    /** Adds an alarm: returns the states to write and the later notification. Null if it exists. */
    add(viewer: string, alarm: Alarm): { states: readonly State[]; tell(): void } | null {
      if (held.get(viewer)?.has(alarm.id)) return null
      const { kept, states } = hold(viewer, alarm)
      return { states, tell: () => told.emit({ viewer, alarms: [kept] }) }
    },
    /** Newest first. */
    list: (viewer: string): Alarm[] => [...(held.get(viewer)?.values() ?? [])].reverse().map(({ alarm }) => alarm),
    feedOf: (viewer: string): OwnFeed => ({
      // An id of a replaced log resends everything.
      since(afterRev) {
        const fromRev = afterRev > newestRev ? 0 : afterRev
        return [...(held.get(viewer)?.values() ?? [])].filter(({ rev }) => rev > fromRev).sort((a, b) => a.rev - b.rev)
      },
      newestRev: () => newestRev,
      onAlarms: (listener) => told.subscribe((said) => said.viewer === viewer && listener(said.alarms)),
    }),
    /** Applies states written by another process. */
    follow(states: Iterable<State>): void {
      for (const [name, text] of states) {
        if (!name.startsWith(ALARM)) continue
        const [viewer, id] = splitKey(name.slice(ALARM.length))
        if (text === null) held.get(viewer)?.delete(id)
        else {
          const kept = JSON.parse(text) as KeptAlarm
          alarmsOf(viewer).delete(id)
          alarmsOf(viewer).set(id, kept)
          newestRev = Math.max(newestRev, kept.rev)
          told.emit({ viewer, alarms: [kept] })
        }
      }
    },
    /** Null if none of the viewer's alarms has this id. */
    async acknowledge(viewer: string, id: string, by: string, nowMs: number): Promise<Alarm | null> {
      const known = held.get(viewer)?.get(id)
      if (!known) return null
      if (known.alarm.acknowledged) return known.alarm
      const acknowledged = { by, at: formatUtc(Math.floor(nowMs)), note: '' }
      const { kept, states } = hold(viewer, { ...known.alarm, acknowledged })
      await store.write({ states })
      told.emit({ viewer, alarms: [kept] })
      return kept.alarm
    },
    /** States to delete of viewers for which `isKnown` is false. */
    forget(isKnown: (viewer: string) => boolean): State[] {
      const gone = [...held].filter(([viewer]) => !isKnown(viewer))
      for (const [viewer] of gone) held.delete(viewer)
      return gone.flatMap(([viewer, alarms]) => [...alarms.keys()].map((id): State => [keyOf(viewer, id), null]))
    },
  }
}

function splitKey(key: string): [viewer: string, id: string] {
  const at = key.indexOf('/')
  return [key.slice(0, at), key.slice(at + 1)]
}
