import { useSyncExternalStore } from 'react'
import type { Snooze } from '../../../contract/watch/journal.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { HoldTimerStore } from '../airports/hold-timer-store.ts'
import { useLive } from '../server-connection.ts'
import { useLevels } from './level-store.ts'
import { LevelReader, type LevelsRead } from './read-levels.ts'

const readers = new WeakMap<HoldTimerStore, LevelReader>()

/** One shared reader: each place is evaluated once a second. */
export function levelReaderOf(holdTimers: HoldTimerStore): LevelReader {
  return heldOrMade(readers, holdTimers, () => new LevelReader(holdTimers))
}

/** Notifies each second and after each message of the server. */
export function subscribeLevels(holdTimers: HoldTimerStore, listener: () => void): () => void {
  const stops = [holdTimers.subscribe(listener), useLevels.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The levels of an airport or a place at the present second. */
export function usePlaceLevels(id: string): LevelsRead {
  const { holdTimers } = useLive()
  const reader = levelReaderOf(holdTimers)
  return useSyncExternalStore(
    (listener) => subscribeLevels(holdTimers, listener),
    () => reader.read(id),
  )
}

/** The latest snooze of a place, which may have ended by now. */
export function useSnoozeOf(id: string): Snooze | undefined {
  return useLevels((state) => state.snoozes?.find(({ place }) => place === id))
}
