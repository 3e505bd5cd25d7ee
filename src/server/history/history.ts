import type { Gap, HistoryStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import type { Span } from '../../core/time/spans.ts'
import type { SourceMemory } from '../sources/source-memory.ts'
import type { Notes } from './notes.ts'
import type { ScoreStore } from './score-store.ts'
import type { SealedStore } from './sealed-store.ts'
import type { StrikeReader } from './strike-reader.ts'
import type { SumStore } from './sum-store.ts'
import type { WatchCopy, WatchStore } from './watch-store.ts'

export type FeedName = Gap['feed']

/** What there is to write down. Periods are in Unix ms. */
export type HistoryEntry =
  | { kind: 'strikes'; records: readonly StrikeRecord[] }
  | { kind: 'reports'; records: readonly ReportRecord[] }
  /** Everything of this period was had. */
  | { kind: 'observed'; feed: FeedName; fromMs: number; toMs: number }
  /** Of this period something is missing, and nothing may ever bring it. */
  | { kind: 'lost'; feed: FeedName; fromMs: number; toMs: number }

/**
 * Strikes, reports and which times were observed, kept through restarts. Whatever engine stands behind it: writes take
 * effect in the order of their calls, and a read finds whatever was written by a call before it, whether that call has
 * been answered or not.
 */
export interface History {
  /**
   * Writes entries down, all or none. Resolves once they are kept, or wait in memory because they can't be kept now;
   * each call tries again what waits, one without entries too. Never rejects.
   */
  write(...entries: HistoryEntry[]): Promise<void>
  readonly strikes: StrikeReader
  /**
   * Reports of observations from one moment up to, not including, the other, Unix ms; oldest first. They come in pieces, each
   * of which is read in a few milliseconds when it is asked for.
   */
  reports(fromMs: number, toMs: number): AsyncGenerator<ReportRecord[], void, void>
  /** What of a period was not observed. */
  missing(feed: FeedName, fromMs: number, toMs: number): Promise<Span[]>
  /** Periods between observed ones, the latest last. */
  gaps(): Promise<Gap[]>
  /** Unix ms: nothing is kept of before. */
  horizonMs(): Promise<number>
  readonly memory: SourceMemory
  readonly notes: Notes
  readonly watch: WatchStore
  readonly watchCopy: WatchCopy
  readonly scores: ScoreStore
  readonly sums: SumStore
  readonly sealed: SealedStore
  status(): Promise<HistoryStatus>
  /** Puts settled minutes into their final form, and lets go of old ones; also done by itself now and then. */
  maintain(): Promise<void>
  /**
   * Copies what is kept, as of one moment, into that folder, for another process to open; goes on meanwhile. Answers the
   * name of the file there, null where nothing is on disk.
   */
  backup(folder: string): Promise<string | null>
  /** Resolves once everything is kept that can be. Nothing is written afterwards. Safe to call twice. */
  close(): Promise<void>
}
