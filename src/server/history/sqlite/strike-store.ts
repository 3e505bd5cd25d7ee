import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { entriesAtMost } from '../../../core/util/entries-at-most.ts'
import { blocksOf, checksum } from '../packing.ts'

/** Three days of minutes plus those not yet compacted. */
const READABLE_KNOWN = 8_192

export interface StoredPart {
  id: number
  /** True for the merged chunk of a settled minute; other chunks are as received. */
  compact: boolean
  count: number
  frames: Uint8Array
}

export interface StrikeTotals {
  strikes: number
  minutes: number
  /** Whole minutes since 1970; null if the store is empty. */
  oldestMinute: number | null
}

export type StrikeStore = ReturnType<typeof createStrikeStore>

/** The tables of strikes. A minute is counted since 1970, by the strikes' own time. */
export function createStrikeStore(deps: PartReaderDeps) {
  const { db } = deps
  const insert = db.prepare('INSERT INTO strikes (minute, compact, count, crc, frames) VALUES (?, ?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM strikes WHERE id = ?')
  const partsOf = createPartReader(deps)
  const idsOfMinute = db.prepare('SELECT id FROM strikes WHERE minute = ? ORDER BY id')
  const minutes = db.prepare('SELECT DISTINCT minute FROM strikes WHERE minute >= ? AND minute < ? ORDER BY minute')
  const counts = db.prepare(
    'SELECT minute, sum(count) AS count FROM strikes WHERE minute >= ? AND minute < ? GROUP BY minute',
  )
  const loose = db.prepare(
    'SELECT DISTINCT minute FROM strikes WHERE compact = 0 AND minute >= ? AND minute < ? ORDER BY minute LIMIT ?',
  )
  const sums = db.prepare('SELECT total(count) AS strikes, count(DISTINCT minute) AS minutes FROM strikes')
  const ends = db.prepare('SELECT min(minute) AS oldest, max(minute) AS newest FROM strikes')
  const removeBefore = db.prepare('DELETE FROM strikes WHERE minute < ?')
  const insertLate = db.prepare('INSERT INTO late (after_ms, minute, crc, frames) VALUES (?, ?, ?, ?)')
  const lateAfter = db.prepare('SELECT id FROM late WHERE id > ? AND after_ms > ? AND minute <= ? ORDER BY id LIMIT 1')
  const latePiece = db.prepare('SELECT crc, frames FROM late WHERE id = ?')
  const lateOfMinute = db.prepare('SELECT after_ms AS afterMs, crc, frames FROM late WHERE minute = ? ORDER BY id')
  const removeLateOf = db.prepare('DELETE FROM late WHERE minute = ?')
  const removeLateBefore = db.prepare('DELETE FROM late WHERE minute < ?')

  return {
    append(minute: number, frames: Uint8Array, count: number, compact = false): void {
      insert.run(minute, Number(compact), count, checksum(frames), frames)
    },
    /** Replaces chunks `ids` by one compact chunk. */
    replace(minute: number, ids: readonly number[], frames: Uint8Array, count: number): void {
      for (const id of ids) remove.run(id)
      insert.run(minute, 1, count, checksum(frames), frames)
    },
    partsOf,
    /** Changes whenever the minute changes, without reading it. */
    versionOf: (minute: number): string =>
      idsOfMinute
        .all(minute)
        .map(({ id }) => id)
        .join(),
    blocksOf: (minute: number): StrikeBlock[] => partsOf(minute).flatMap(({ frames }) => blocksOf(frames)),
    minutes: (from: number, to: number): number[] => minutes.all(from, to).map(({ minute }) => Number(minute)),
    /** Stored strikes per minute, for minutes with strikes. */
    counts: (from: number, to: number): [minute: number, count: number][] =>
      counts.all(from, to).map(({ minute, count }) => [Number(minute), Number(count)]),
    /** Minutes in [from, to) with chunks not yet compacted. */
    looseMinutes: (from: number, to: number, limit: number): number[] =>
      loose.all(from, to, limit).map(({ minute }) => Number(minute)),
    totals(): StrikeTotals {
      const { strikes, minutes: count } = sums.get() as Record<string, number>
      const { oldest } = ends.get() as Record<string, number | null>
      return { strikes: strikes!, minutes: count!, oldestMinute: oldest! }
    },
    newestMinute: (): number | null => ends.get()?.newest as number | null,
    removeBefore(minute: number): void {
      removeBefore.run(minute)
      removeLateBefore.run(minute)
    },
    /** Deletes chunks of a minute and its late strikes. */
    forget(minute: number, ids: readonly number[]): void {
      for (const id of ids) remove.run(id)
      removeLateOf.run(minute)
    },
    /** Stores late strikes with `afterMs`, the time of the newest strike at their arrival. */
    appendLate(afterMs: number, minute: number, frames: Uint8Array): void {
      insertLate.run(afterMs, minute, checksum(frames), frames)
    },
    lateOf: (minute: number): { afterMs: number; frames: Uint8Array }[] =>
      lateOfMinute.all(minute).flatMap((row) => {
        const { afterMs, crc, frames } = row as Record<string, number> & { afterMs: number; frames: Uint8Array }
        return checksum(frames) === crc ? [{ afterMs, frames }] : []
      }),
    /**
     * The first chunk after `afterId`, for minutes up to `minute`, that arrived when a strike after `afterMs` was
     * known.
     */
    nextLate: (afterId: number, afterMs: number, minute: number): number | null =>
      (lateAfter.get(afterId, afterMs, minute)?.id as number | undefined) ?? null,
    lateBlocks(id: number): StrikeBlock[] {
      const { crc, frames } = latePiece.get(id) as Record<string, number> & { frames: Uint8Array }
      // A damaged copy is harmless: the minute itself contains these strikes too.
      return checksum(frames) === crc ? (blocksIfReadable(frames) ?? []) : []
    },
  }
}

interface PartReaderDeps {
  db: DatabaseSync
  /** A chunk of that minute is corrupted and was deleted. */
  onDamage(minute: number): void
  /** A chunk of that minute was written by an incompatible version; it stays in the file. */
  onUnreadable(minute: number): void
}

/** Reads the chunks of a minute that pass their checksum. */
function createPartReader({ db, onDamage, onUnreadable }: PartReaderDeps): (minute: number) => StoredPart[] {
  /** Readability by chunk id, cached. */
  const unreadable = new Set<number>()
  const readable = new LRUCache<number, true>(entriesAtMost(READABLE_KNOWN))
  const ofMinute = db.prepare('SELECT id, compact, count, crc, frames FROM strikes WHERE minute = ? ORDER BY id')
  const remove = db.prepare('DELETE FROM strikes WHERE id = ?')

  function isReadable(id: number, minute: number, frames: Uint8Array): boolean {
    if (unreadable.has(id)) return false
    if (readable.get(id)) return true
    if (blocksIfReadable(frames)) {
      readable.set(id, true)
      return true
    }
    unreadable.add(id)
    onUnreadable(minute)
    return false
  }

  function partsOf(minute: number): StoredPart[] {
    const parts: StoredPart[] = []
    for (const row of ofMinute.all(minute)) {
      const { id, compact, count, crc, frames } = row as Record<string, number> & { id: number; frames: Uint8Array }
      if (checksum(frames) !== crc) {
        remove.run(id)
        onDamage(minute)
      } else if (isReadable(id, minute, frames)) parts.push({ id, compact: compact === 1, count: count!, frames })
    }
    return parts
  }

  return partsOf
}

function blocksIfReadable(frames: Uint8Array): StrikeBlock[] | null {
  try {
    return blocksOf(frames)
  } catch {
    return null
  }
}
