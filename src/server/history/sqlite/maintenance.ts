import type { Logger } from 'pino'
import { mergeBlocks } from '../../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { blocksOf, packAside } from '../packing.ts'
import { codeOf } from './database.ts'
import type { Storage } from './storage.ts'

/** Strikes are stored by the service within half a minute, and a reconnect delivers them a few minutes later. */
const SETTLED_AFTER_MS = 2 * MINUTE_MS
/** The upstream keeps five minutes, and single strikes were up to twelve late; afterwards a minute is final. */
const SEALED_AFTER_MS = 15 * MINUTE_MS
const MINUTES_AT_ONCE = 30
const SEALED_NOTE = 'sealed to minute'

/** Compaction, sealing and deletion of stored strikes. Minutes are counted since 1970. */
export function createMaintenance(deps: {
  storage: Storage
  referenceMs(): number
  /** False before the first strike: data may still be on its way, and no minute is sealed. */
  hasAny(): boolean
  horizonMs(): number
  /** True if more of that minute is about to be written. */
  isWaiting(minute: number): boolean
  log: Logger
}) {
  const { storage, referenceMs, horizonMs } = deps
  let running: Promise<void> | null = null
  let removedTo = Number.NEGATIVE_INFINITY

  const sealedTo = () => Number(storage.tables.notes.get(SEALED_NOTE) ?? 0)

  async function maintain(): Promise<void> {
    const settledTo = Math.floor((referenceMs() - SETTLED_AFTER_MS) / MINUTE_MS)
    const sealTo = Math.floor((referenceMs() - SEALED_AFTER_MS) / MINUTE_MS)
    const due = storage.read(({ strikes }) => strikes.looseMinutes(sealedTo(), settledTo, MINUTES_AT_ONCE))
    for (const minute of due) if (!(await compact(minute))) return
    if (sealTo > sealedTo() && due.length < MINUTES_AT_ONCE && deps.hasAny()) seal(sealTo)
    removeOld()
  }

  /** Merges the chunks of a minute into one. False if that is not possible now. */
  async function compact(minute: number): Promise<boolean> {
    if (deps.isWaiting(minute)) return false
    const { tables } = storage
    const parts = storage.read(({ strikes }) => strikes.partsOf(minute))
    if (parts.length === 0) return true
    const block = mergeBlocks(parts.flatMap(({ frames }) => blocksOf(frames)))
    const frames = await packAside(block)
    if (storage.tables !== tables) return false
    const ids = parts.map(({ id }) => id)
    return storage.transact('stored data', ({ strikes }) =>
      strikes.replace(minute, ids, frames, block.offsetsNs.length),
    )
  }

  function seal(minute: number): void {
    const { notes } = storage.tables
    const before = notes.get(SEALED_NOTE) ?? '0'
    notes.set(SEALED_NOTE, String(minute))
    // A minute announced as sealed must still be sealed after a crash.
    if (storage.transact('stored data', (tables) => tables.notes.save())) notes.saved()
    else notes.set(SEALED_NOTE, before)
  }

  function removeOld(): void {
    const minute = Math.floor(horizonMs() / MINUTE_MS)
    if (minute <= removedTo) return
    const removed = storage.transact('stored data', ({ strikes, reports, coverage }) => {
      strikes.removeBefore(minute)
      reports.removeBefore(minute * MINUTE_MS)
      coverage.forgetBefore(minute * MINUTE_MS)
    })
    if (removed) removedTo = minute
  }

  return {
    /** Runs one round; concurrent calls share it. */
    run(): Promise<void> {
      running ??= maintain()
        .catch((error: unknown) => deps.log.error({ error: codeOf(error) }, 'history maintenance failed'))
        .finally(() => {
          running = null
        })
      return running
    },
    idle: async (): Promise<void> => {
      await running
    },
    /** Minutes before this one are final. */
    sealedTo,
    seal,
  }
}
