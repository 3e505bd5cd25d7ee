import { formatUtc } from '../../../contract/time.ts'
import type { Alarm } from '../../../contract/watch/alarms.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { KeptAlarm, WatchStore } from '../../history/watch-store.ts'

/** Maximum stored alarms of a viewer's rules; the oldest are deleted. */
export const OWN_ALARMS_MAX = 100
const ALARM = 'own-alarm/'

/** A viewer's own alarms for a stream, beside the common ones. */
export type OwnFeed = ReturnType<Awaited<ReturnType<typeof openOwnAlarms>>['feedOf']>

type State = readonly [key: string, value: string | null]

/** Alarms of viewer rules, visible to their owner only, kept through restarts. */
export async function openOwnAlarms(store: Pick<WatchStore, 'states' | 'write'>) {
  const told = new Emitter<{ viewer: string; alarms: readonly KeptAlarm[] }>()
  const held = new Map<string, Map<string, KeptAlarm>>()
  let newestRev = 0
  follow([...(await store.states(ALARM))].map(([key, text]) => [ALARM + key, text]))

  /** Applies states that this or another process stored. */
  function follow(states: Iterable<State>): void {
    for (const [name, text] of states) {
      if (!name.startsWith(ALARM)) continue
      const [viewer = '', ...id] = name.slice(ALARM.length).split('/')
      if (text === null) held.get(viewer)?.delete(id.join('/'))
      else put(viewer, JSON.parse(text) as KeptAlarm)()
    }
  }

  /** Returns the later notification. */
  function put(viewer: string, kept: KeptAlarm): () => void {
    heldOrMade(held, viewer, () => new Map<string, KeptAlarm>()).set(kept.alarm.id, kept)
    newestRev = Math.max(newestRev, kept.rev)
    return () => told.emit({ viewer, alarms: [kept] })
  }

  /** The oldest first. */
  function alarmsOf(viewer: string): KeptAlarm[] {
    return [...(held.get(viewer)?.values() ?? [])].sort((a, b) => a.rev - b.rev)
  }

  function keyOf(viewer: string, id: string): string {
    return `${ALARM}${viewer}/${id}`
  }

  /** Adds or replaces an alarm: returns the states to write and the later notification. */
  function hold(viewer: string, alarm: Alarm): { states: readonly State[]; tell(): void } {
    const kept = { rev: newestRev + 1, alarm }
    const tell = put(viewer, kept)
    const gone = alarmsOf(viewer).slice(0, -OWN_ALARMS_MAX)
    for (const { alarm: old } of gone) held.get(viewer)!.delete(old.id)
    const deleted = gone.map(({ alarm: old }): State => [keyOf(viewer, old.id), null])
    return { states: [[keyOf(viewer, alarm.id), JSON.stringify(kept)], ...deleted], tell }
  }

  return {
    /** The same; null if it exists. */
    add: (viewer: string, alarm: Alarm) => (held.get(viewer)?.has(alarm.id) ? null : hold(viewer, alarm)),
    /** Newest first. */
    list: (viewer: string): Alarm[] =>
      alarmsOf(viewer)
        .reverse()
        .map(({ alarm }) => alarm),
    feedOf: (viewer: string) => ({
      // An id of a replaced log resends everything.
      since(afterRev: number): KeptAlarm[] {
        const fromRev = afterRev > newestRev ? 0 : afterRev
        return alarmsOf(viewer).filter(({ rev }) => rev > fromRev)
      },
      newestRev: () => newestRev,
      onAlarms: (listener: (alarms: readonly KeptAlarm[]) => void) =>
        told.subscribe((said) => said.viewer === viewer && listener(said.alarms)),
    }),
    follow,
    /** Null if none of the viewer's alarms has this id. */
    async acknowledge(viewer: string, id: string, by: string, nowMs: number): Promise<Alarm | null> {
      const known = held.get(viewer)?.get(id)?.alarm
      if (!known || known.acknowledged) return known ?? null
      const alarm = { ...known, acknowledged: { by, at: formatUtc(Math.floor(nowMs)), note: '' } }
      const { states, tell } = hold(viewer, alarm)
      await store.write({ states })
      tell()
      return alarm
    },
    /** States to delete of viewers for which `isKnown` is false. */
    forget(isKnown: (viewer: string) => boolean): State[] {
      const gone = [...held].filter(([viewer]) => !isKnown(viewer))
      for (const [viewer] of gone) held.delete(viewer)
      return gone.flatMap(([viewer, alarms]) => [...alarms.keys()].map((id): State => [keyOf(viewer, id), null]))
    },
  }
}
