import type { StrikeBlock } from '../../core/strikes/strike-block.ts'

/**
 * Reads strikes minute by minute; minutes are counted since 1970. A read sees all writes called before it, acknowledged
 * or not.
 */
export interface StrikeReader {
  /** Minutes with strikes in a period (Unix ms), in order. */
  minutes(fromMs: number, toMs: number): Promise<number[]>
  /** Strikes per minute in a period (Unix ms), for minutes with strikes. */
  counts(fromMs: number, toMs: number): Promise<Map<number, number>>
  /** A minute in columns; null if it is empty. */
  block(minute: number): Promise<StrikeBlock | null>
  /** A minute in wire frames; null if it is empty. */
  frames(minute: number): Promise<Uint8Array | null>
  /** True if the minute no longer changes until it is deleted. */
  isSealed(minute: number): Promise<boolean>
  /** A sealed minute in frames, without later additions; null if it was empty. */
  sealedFrames(minute: number): Promise<Uint8Array | null>
  /**
   * Late strikes before `beforeMs` that arrived when a strike after `afterMs` was known: the first chunk with an id
   * above `afterId`; null after the last.
   */
  late(afterMs: number, beforeMs: number, afterId: number): Promise<LatePiece | null>
}

/** Late strikes that arrived together. Ids are increasing. */
export interface LatePiece {
  id: number
  block: StrikeBlock
}
