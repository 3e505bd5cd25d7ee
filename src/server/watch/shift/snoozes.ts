import type { Snooze } from '../../../contract/watch/journal.ts'
import type { WatchStore } from '../../history/watch-store.ts'

export type Snoozes = Awaited<ReturnType<typeof openSnoozes>>

export const SNOOZE = 'snooze/'

/** Places whose messages are held back until a set time; kept through restarts. */
export async function openSnoozes(store: Pick<WatchStore, 'states'>) {
  const states = [...(await store.states(SNOOZE))]
  const held = new Map(states.map(([place, text]) => [place, JSON.parse(text) as Snooze]))
  return {
    list: (nowMs: number): Snooze[] => [...held.values()].filter(({ until }) => Date.parse(until) > nowMs),
    /** Whether messages of a place with that headline are held back at a time, Unix ms; null for no headline. */
    isSnoozed(place: string, level: string | null, ms: number): boolean {
      const snooze = held.get(place)
      if (snooze === undefined || Date.parse(snooze.until) <= ms) return false
      return snooze.levels === undefined || (level !== null && snooze.levels.includes(level))
    },
    /** Returns the state to write. */
    set(snooze: Snooze): readonly [key: string, value: string] {
      held.set(snooze.place, snooze)
      return [SNOOZE + snooze.place, JSON.stringify(snooze)]
    },
    /** Null without one. */
    end(place: string): readonly [key: string, value: null] | null {
      return held.delete(place) ? [SNOOZE + place, null] : null
    },
  }
}
