import type { Stage } from '../../../contract/watch/alarms.ts'
import type { Snooze } from '../../../contract/watch/journal.ts'
import type { WatchStore } from '../../history/watch-store.ts'

export type Snoozes = Awaited<ReturnType<typeof openSnoozes>>

export const SNOOZE = 'snooze/'

/** Places of which nothing goes out until a moment that somebody has set; kept through restarts. */
export async function openSnoozes(store: Pick<WatchStore, 'states'>) {
  const held = new Map(
    [...(await store.states(SNOOZE))].map(([place, text]) => [place, JSON.parse(text) as Snooze] as const),
  )
  return {
    list: (nowMs: number): Snooze[] => [...held.values()].filter(({ until }) => Date.parse(until) > nowMs),
    /** Whether nothing of that stage is to go out of a place at a moment, Unix ms. */
    isSnoozed(place: string, stage: Stage, ms: number): boolean {
      const snooze = held.get(place)
      if (snooze === undefined || Date.parse(snooze.until) <= ms) return false
      return snooze.stages?.some((each) => each === stage) ?? true
    },
    /** What is to be written for it. */
    set(snooze: Snooze): readonly [key: string, value: string] {
      held.set(snooze.place, snooze)
      return [SNOOZE + snooze.place, JSON.stringify(snooze)]
    },
    /** Null where there is none. */
    end(place: string): readonly [key: string, value: null] | null {
      return held.delete(place) ? [SNOOZE + place, null] : null
    },
  }
}
