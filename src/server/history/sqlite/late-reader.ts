import { LRUCache } from 'lru-cache'
import { filterBlock, mergeBlocks, type StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { LatePiece, StrikeReader } from '../strike-reader.ts'
import type { Storage } from './storage.ts'

/** A client that resumes reads the same chunk again for each message. */
const LATE_HELD_MAX = 8

/** Reads late strikes chunk by chunk, with a bounded number of chunks in memory. */
export function createLateReader(storage: Pick<Storage, 'read' | 'tables'>): StrikeReader['late'] {
  const held = new LRUCache<number, StrikeBlock>({ max: LATE_HELD_MAX })
  let heldOf = storage.tables

  function blockOf(id: number): StrikeBlock | null {
    const known = held.get(id)
    if (known) return known
    const blocks = storage.read(({ strikes }) => strikes.lateBlocks(id))
    if (blocks.length === 0) return null
    const whole = mergeBlocks(blocks)
    held.set(id, whole)
    return whole
  }

  function late(afterMs: number, beforeMs: number, afterId: number): LatePiece | null {
    if (storage.tables !== heldOf) held.clear() // chunk ids are unique per file
    heldOf = storage.tables
    const before = Math.floor(beforeMs / MINUTE_MS)
    const next = (id: number) => storage.read(({ strikes }) => strikes.nextLate(id, afterMs, before))
    for (let id = next(afterId); id !== null; id = next(id)) {
      const block = blockOf(id)
      if (!block) continue
      const beforeNs = (beforeMs - block.baseS * 1_000) * 1e6
      return { id, block: filterBlock(block, (i) => block.offsetsNs[i]! < beforeNs) }
    }
    return null
  }

  return async (afterMs, beforeMs, afterId) => late(afterMs, beforeMs, afterId)
}
