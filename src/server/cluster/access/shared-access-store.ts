import { delay } from '../../../core/time/clock.ts'
import type { AccessStore } from '../../access/store/access-store.ts'
import {
  addKeptWall,
  claimKeptWall,
  endKept,
  hasEndedIn,
  keptWallOf,
  newWall,
  removeKeptWall,
  sawKeptWall,
  shownWalls,
} from '../../access/store/kept-access.ts'
import type { Channel } from '../channel.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS } from '../timing.ts'
import { createSharedKept, type SharedKeptDeps } from './shared-kept.ts'

export type SharedAccessStore = AccessStore & { close(): void }

type Deps = Omit<SharedKeptDeps, 'onWritten'> & {
  /** Whoever has written says so there. */
  written: Channel<null>
  /** Hears when this process reaches the others again. */
  onReconnect(listener: () => void): () => void
}

/**
 * Sign-outs and walls of all processes, had whole before it resolves. Where nothing is kept nobody knows who had signed
 * out: then everybody has.
 */
export async function openSharedAccessStore(deps: Deps): Promise<SharedAccessStore> {
  const { store, look, endAll } = createSharedAccess(deps)
  for (let tries = 0; ; tries++) {
    try {
      if ((await look()) === null) endAll()
      return store
    } catch {
      if (tries === 0) deps.log.warn('who signed out can not be read yet: trying again')
      await delay(deps.clock, TRY_AGAIN_MS)
    }
  }
}

/**
 * A sign-out is in force here at once, and with the others when it is written. A wall comes in by a link once: that is
 * written first.
 */
export function createSharedAccess({ written, onReconnect, ...deps }: Deps) {
  const { clock } = deps
  const kept = createSharedKept({ ...deps, onWritten: () => written.say(null) })
  const { known, ended, changed, once, look } = kept
  const lookNow = () => void look().catch(() => {})
  const stops = [written.on(lookNow), onReconnect(lookNow), clock.every(CHECK_EVERY_MS, lookNow), kept.close]

  const store: SharedAccessStore = {
    endSession(session) {
      endKept(known(), session, clock.now())
      ended.emit()
      return changed()
    },
    hasEnded: async (session) => hasEndedIn(known(), session),
    addWall(said) {
      const wall = newWall(said, clock.now())
      return once((draft) => addKeptWall(draft, { ...wall }, clock.now()))
    },
    walls: async () => shownWalls(known(), clock.now()),
    claimWall: (digests) => once((draft) => claimKeptWall(draft, digests, clock.now())),
    wallOf: async (secret) => keptWallOf(known(), secret, clock.now()),
    async saw(id) {
      if (sawKeptWall(known(), id, clock.now())) await changed()
    },
    async removeWall(id) {
      if (!removeKeptWall(known(), id)) return false
      kept.noteRemoved(id)
      ended.emit()
      await changed()
      return true
    },
    onEnded: (listener) => ended.subscribe(listener),
    close() {
      for (const stop of stops) stop()
    },
  }
  return {
    store,
    look,
    /** Has all who have signed in do so again. */
    endAll() {
      known().endedUpToMs = clock.now()
      void changed()
    },
  }
}
