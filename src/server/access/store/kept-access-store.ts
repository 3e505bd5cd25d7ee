import type { Clock } from '../../../core/time/clock.ts'
import type { Emitter } from '../../../core/util/emitter.ts'
import type { AccessStore } from './access-store.ts'
import {
  addKeptWall,
  claimKeptWall,
  endKept,
  hasEndedIn,
  type KeptAccess,
  keptWallOf,
  newWall,
  removeKeptWall,
  sawKeptWall,
  shownWalls,
} from './kept-access.ts'

/** A store over a state in memory, whatever keeps that state. */
export function createKeptAccessStore(deps: {
  /** The state in force. */
  kept(): KeptAccess
  /** Stores a change that is in force already. */
  save(): Promise<void>
  /** Makes and stores a change; null for one that changes nothing. */
  change<T>(change: (kept: KeptAccess) => T | null): Promise<T | null>
  onRemoved?(id: string): void
  ended: Emitter<void>
  clock: Clock
}): AccessStore {
  const { kept, save, change, onRemoved, ended, clock } = deps
  return {
    endSession(session) {
      endKept(kept(), session, clock.now())
      ended.emit()
      return save()
    },
    hasEnded: async (session) => hasEndedIn(kept(), session),
    addWall(said) {
      const wall = newWall(said, clock.now())
      return change((draft) => addKeptWall(draft, { ...wall }, clock.now()))
    },
    walls: async () => shownWalls(kept(), clock.now()),
    claimWall: (digests) => change((draft) => claimKeptWall(draft, digests, clock.now())),
    wallOf: async (secret) => keptWallOf(kept(), secret, clock.now()),
    async saw(id) {
      if (sawKeptWall(kept(), id, clock.now())) await save()
    },
    async removeWall(id) {
      if (!removeKeptWall(kept(), id)) return false
      onRemoved?.(id)
      ended.emit()
      await save()
      return true
    },
    onEnded: (listener) => ended.subscribe(listener),
  }
}
