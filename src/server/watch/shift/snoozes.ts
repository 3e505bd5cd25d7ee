import type { Stage } from '../../../contract/watch/alarms.ts'
import type { Snooze } from '../../../contract/watch/journal.ts'
import type { WatchStore } from '../../history/watch-store.ts'

export type Snoozes = Awaited<ReturnType<typeof openSnoozes>>

export const SNOOZE = 'snooze/'

/** Places whose messages are held back until a set time; kept through restarts. */
export async function openSnoozes(store: Pick<WatchStore, 'states'>) {
  const held = new Map([...(await store.states(SNOOZE))].map(([place, text]) => [place, readSnooze(text)] as const))
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

/** Snoozes of versions without levels named stages: they hold back the whole place, for at most four hours. */
function readSnooze(text: string): Snooze {
  const { stages: _, ...snooze } = JSON.parse(text) as Snooze & { stages?: readonly Stage[] }
  return snooze
}
