import { LRUCache } from 'lru-cache'
import { filterBlock, mergeBlocks, type StrikeBlock } from '../../../core/strikes/strike-block.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import { packAside } from '../packing.ts'
import type { LatePiece, StrikeReader } from '../strike-reader.ts'
import type { MinutePart } from './intake.ts'
import type { Storage } from './storage.ts'
import type { StrikeStore } from './strike-store.ts'

/** A client that resumes reads the same chunk again for each message. */
const LATE_HELD_MAX = 8

/** The latest minutes, which each newly opened page reads. */
const MINUTES_HELD = 8

interface Held {
  version: string
  block: StrikeBlock
  frames?: Promise<Uint8Array>
}

/** Reads stored strikes merged with buffered ones. */
export function createStrikeReader(deps: {
  storage: Pick<Storage, 'read' | 'tables'>
  /** Buffered strikes. */
  waiting(): MinutePart[]
  sealedTo(): number
  horizonMs(): number
}): StrikeReader {
  const { sealedTo, horizonMs } = deps
  const read = <T>(job: (store: StrikeStore) => T): T => deps.storage.read(({ strikes }) => job(strikes))
  const held = new LRUCache<number, Held>({ max: MINUTES_HELD })
  let heldOf = deps.storage.tables

  function waitingOf(minute: number): StrikeBlock[] {
    return deps
      .waiting()
      .filter((part) => part.minute === minute)
      .map(({ block }) => block)
  }

  function hold(minute: number): Held | null {
    const { tables } = deps.storage
    if (tables !== heldOf) {
      held.clear() // chunk ids are unique per file
      heldOf = tables
    }
    const unwritten = waitingOf(minute)
    const version = `${read((store) => store.versionOf(minute))}/${unwritten.length}`
    const known = held.get(minute)
    if (known?.version === version) return known
    const blocks = [...read((store) => store.blocksOf(minute)), ...unwritten]
    if (blocks.length === 0) return null
    const fresh = { version, block: mergeBlocks(blocks) }
    held.set(minute, fresh)
    return fresh
  }

  function minutes(fromMs: number, toMs: number): number[] {
    const from = Math.floor(fromMs / MINUTE_MS)
    const to = Math.ceil(toMs / MINUTE_MS)
    const unwritten = deps
      .waiting()
      .map(({ minute }) => minute)
      .filter((minute) => minute >= from && minute < to)
    return [...new Set([...read((store) => store.minutes(from, to)), ...unwritten])].sort((a, b) => a - b)
  }

  function counts(fromMs: number, toMs: number): Map<number, number> {
    const from = Math.floor(fromMs / MINUTE_MS)
    const to = Math.ceil(toMs / MINUTE_MS)
    const found = new Map(read((store) => store.counts(from, to)))
    for (const { minute, block } of deps.waiting()) {
      if (minute >= from && minute < to) found.set(minute, (found.get(minute) ?? 0) + block.offsetsNs.length)
    }
    return found
  }

  async function frames(minute: number): Promise<Uint8Array | null> {
    const [only, ...others] = waitingOf(minute).length > 0 ? [] : read((store) => store.partsOf(minute))
    if (only?.compact && others.length === 0) return only.frames
    const known = hold(minute)
    if (!known) return null
    known.frames ??= packAside(known.block)
    return known.frames
  }

  return {
    minutes: async (fromMs, toMs) => minutes(fromMs, toMs),
    counts: async (fromMs, toMs) => counts(fromMs, toMs),
    block: async (minute) => hold(minute)?.block ?? null,
    frames,
    isSealed: async (minute) => minute < sealedTo() && minute * MINUTE_MS >= horizonMs(),
    async sealedFrames(minute) {
      const parts = read((store) => store.partsOf(minute))
      return parts.find(({ compact }) => compact)?.frames ?? null
    },
    late: createLateReader(deps.storage),
  }
}

/** Reads late strikes chunk by chunk, with a bounded number of chunks in memory. */
function createLateReader(storage: Pick<Storage, 'read' | 'tables'>): StrikeReader['late'] {
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
