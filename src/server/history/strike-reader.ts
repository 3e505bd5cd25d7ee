import type { StrikeBlock } from '../../core/strikes/strike-block.ts'

/**
 * Strikes as they are read, a minute at a time; minutes are counted since 1970. A read finds whatever was written by
 * a call before it, whether that call has been answered or not.
 */
export interface StrikeReader {
  /** The minutes of a period, Unix ms, of which there is something, in order. */
  minutes(fromMs: number, toMs: number): Promise<number[]>
  /** How many strikes there are of each minute of a period, Unix ms, of which there is something. */
  counts(fromMs: number, toMs: number): Promise<Map<number, number>>
  /** A minute in columns; null where there is nothing. */
  block(minute: number): Promise<StrikeBlock | null>
  /** A minute in frames, as they travel; null where there is nothing. */
  frames(minute: number): Promise<Uint8Array | null>
  /** True for a minute that will never be other than it is, until it is no longer kept. */
  isSealed(minute: number): Promise<boolean>
  /** A sealed minute in frames, without what came after it was sealed; null where there was nothing. */
  sealedFrames(minute: number): Promise<Uint8Array | null>
  /**
   * Strikes of before `beforeMs` which came when a strike of after `afterMs` was known already: the first piece of them
   * whose id is above `afterId`; null after the last.
   */
  late(afterMs: number, beforeMs: number, afterId: number): Promise<LatePiece | null>
}

/** What came late at one time. Ids grow. */
export interface LatePiece {
  id: number
  block: StrikeBlock
}
