import type { Logger } from 'pino'
import { type Clock, delay } from '../../../core/time/clock.ts'
import { Emitter } from '../../../core/util/emitter.ts'
import type { AccessStore } from '../../access/store/access-store.ts'
import { type KeptAccess, mergeKept, nothingKept, readKeptAccess } from '../../access/store/kept-access.ts'
import { createKeptAccessStore } from '../../access/store/kept-access-store.ts'
import { TryAgain } from '../../contract/http/failures.ts'
import type { Channel } from '../../web/channel.ts'
import type { Cell } from '../engine.ts'
import { createSharedRecord } from '../shared-record.ts'
import { CHECK_EVERY_MS, TRY_AGAIN_MS, WRITES_WITHIN_MS } from '../timing.ts'

/** More walls than exist at a time. */
const REMOVED_KEPT = 1_000

export type SharedAccessStore = AccessStore & { close(): void }

interface Deps {
  cell: Cell
  /** Announces writes to the other processes. */
  written: Channel<null>
  onReconnect(listener: () => void): () => void
  clock: Clock
  log: Logger
}

/** Resolves once sign-outs and walls of all processes are read. If none are stored, all sessions end. */
export async function openSharedAccessStore(deps: Deps): Promise<SharedAccessStore> {
  const { store, look, endAll } = createSharedAccess(deps)
  for (let tries = 0; ; tries++) {
    try {
      if ((await look()) === null) endAll()
      return store
    } catch {
      if (tries === 0) deps.log.warn('sign-outs not readable, retrying')
      await delay(deps.clock, TRY_AGAIN_MS)
    }
  }
}

/**
 * A sign-out takes effect here at once, and at other processes once it is stored; sign-outs are only ever added. A wall is admitted by its
 * link once: that is stored first.
 */
export function createSharedAccess({ cell, written, onReconnect, clock, log }: Deps) {
  let known = nothingKept(null)
  /** Walls removed here, which a stored value may still have. */
  const removed = new Set<string>()
  const ended = new Emitter<void>()

  const record = createSharedRecord<KeptAccess>({
    cell,
    clock,
    log,
    value: () => known,
    parse(text) {
      const kept = readKeptAccess(text)
      if (!kept) log.error('stored sign-outs and walls are invalid, writing them again')
      return kept
    },
    merge(stored, { isBehind, isNews }) {
      if (stored) {
        const walls = (isBehind ? known : stored).walls.filter(({ id }) => !removed.has(id))
        known = { ...mergeKept(known, stored, clock.now()), walls: lastSeen(walls, known.walls) }
      }
      if (isNews) ended.emit()
    },
    onStored: () => written.say(null),
    notStored: 'sign-out not stored yet, retrying',
  })
  const changed = () => Promise.race([record.save(), delay(clock, WRITES_WITHIN_MS)])

  /** Rejects if it is unknown whether the change was stored. */
  async function once<T>(change: (kept: KeptAccess) => T | null): Promise<T | null> {
    const untilMs = clock.monotonicMs() + WRITES_WITHIN_MS
    for (;;) {
      try {
        const done = await record.change(change)
        if (done) return done.result
      } catch {
        if (clock.monotonicMs() >= untilMs) {
          throw new TryAgain('this cannot be stored at the moment: try again in a while', CHECK_EVERY_MS)
        }
        await delay(clock, TRY_AGAIN_MS)
      }
    }
  }

  const lookNow = () => void record.read().catch(() => {})
  const stops = [written.on(lookNow), onReconnect(lookNow), clock.every(CHECK_EVERY_MS, lookNow), record.close]

  const store: SharedAccessStore = {
    ...createKeptAccessStore({
      kept: () => known,
      save: changed,
      change: once,
      onRemoved(id) {
        removed.add(id)
        if (removed.size > REMOVED_KEPT) removed.delete(removed.values().next().value!)
      },
      ended,
      clock,
    }),
    close() {
      for (const stop of stops) stop()
    },
  }
  return {
    store,
    look: record.read,
    endAll() {
      known.endedUpToMs = clock.now()
      void changed()
    },
  }
}

/** Each wall with the later time at which it was seen. */
function lastSeen(walls: KeptAccess['walls'], other: KeptAccess['walls']): KeptAccess['walls'] {
  const seenMs = new Map(other.map((wall) => [wall.id, wall.seenMs ?? 0]))
  return walls.map((wall) =>
    wall.seenMs === null ? wall : { ...wall, seenMs: Math.max(wall.seenMs, seenMs.get(wall.id) ?? 0) },
  )
}
