import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { blocksOf, checksum } from '../packing.ts'

/** The minutes of three days, and those that are still in pieces. */
const READABLE_KNOWN = 8_192

/** A stored piece of a minute. */
export interface StoredPart {
  id: number
  /** The one piece of a minute that has settled; the others are as they came. */
  compact: boolean
  count: number
  frames: Uint8Array
}

export interface StrikeTotals {
  strikes: number
  minutes: number
  /** Whole minutes since 1970; null where nothing is stored. */
  oldestMinute: number | null
  newestMinute: number | null
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
    /** Puts one compact piece in the place of those by `ids`. */
    replace(minute: number, ids: readonly number[], frames: Uint8Array, count: number): void {
      for (const id of ids) remove.run(id)
      insert.run(minute, 1, count, checksum(frames), frames)
    },
    partsOf,
    /** Tells two states of a minute apart without reading it. */
    versionOf: (minute: number): string =>
      idsOfMinute
        .all(minute)
        .map(({ id }) => id)
        .join(),
    blocksOf: (minute: number): StrikeBlock[] => partsOf(minute).flatMap(({ frames }) => blocksOf(frames)),
    minutes: (from: number, to: number): number[] => minutes.all(from, to).map(({ minute }) => Number(minute)),
    /** How many are stored of each minute of which there is something. */
    counts: (from: number, to: number): [minute: number, count: number][] =>
      counts.all(from, to).map(({ minute, count }) => [Number(minute), Number(count)]),
    /** Minutes from `from` up to `to` that have pieces as they came. */
    looseMinutes: (from: number, to: number, limit: number): number[] =>
      loose.all(from, to, limit).map(({ minute }) => Number(minute)),
    totals(): StrikeTotals {
      const { strikes, minutes: count } = sums.get() as Record<string, number>
      const { oldest, newest } = ends.get() as Record<string, number | null>
      return { strikes: strikes!, minutes: count!, oldestMinute: oldest!, newestMinute: newest! }
    },
    newestMinute: (): number | null => ends.get()?.newest as number | null,
    removeBefore(minute: number): void {
      removeBefore.run(minute)
      removeLateBefore.run(minute)
    },
    /** Forgets pieces of a minute, and what came late of it. */
    forget(minute: number, ids: readonly number[]): void {
      for (const id of ids) remove.run(id)
      removeLateOf.run(minute)
    },
    /** Notes strikes that came when `afterMs` was the newest strike's time. */
    appendLate(afterMs: number, minute: number, frames: Uint8Array): void {
      insertLate.run(afterMs, minute, checksum(frames), frames)
    },
    /** What came late of a minute, as it was noted. */
    lateOf: (minute: number): { afterMs: number; frames: Uint8Array }[] =>
      lateOfMinute.all(minute).flatMap((row) => {
        const { afterMs, crc, frames } = row as Record<string, number> & { afterMs: number; frames: Uint8Array }
        return checksum(frames) === crc ? [{ afterMs, frames }] : []
      }),
    /** The first piece after another, of up to `minute`, that came when a strike after `afterMs` was known already. */
    nextLate: (afterId: number, afterMs: number, minute: number): number | null =>
      (lateAfter.get(afterId, afterMs, minute)?.id as number | undefined) ?? null,
    lateBlocks(id: number): StrikeBlock[] {
      const { crc, frames } = latePiece.get(id) as Record<string, number> & { frames: Uint8Array }
      // Damage here costs a repetition alone: the minute has its own copy.
      return checksum(frames) === crc ? (blocksIfReadable(frames) ?? []) : []
    },
  }
}

interface PartReaderDeps {
  db: DatabaseSync
  /** A piece of that minute is not as it was written; it is gone. */
  onDamage(minute: number): void
  /** A piece of that minute is as another build wrote it, and can't be read here; it stays where it is. */
  onUnreadable(minute: number): void
}

/** Reads the pieces of a minute that can be read as they were written. */
function createPartReader({ db, onDamage, onUnreadable }: PartReaderDeps): (minute: number) => StoredPart[] {
  /** Pieces by their ids: whether they can be read is found out once, or once in a while. */
  const unreadable = new Set<number>()
  const readable = new LRUCache<number, true>({ max: READABLE_KNOWN })
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
