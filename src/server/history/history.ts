import type { Gap } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { ReportRecord } from '../../contract/metar.ts'
import type { HistoryStatus } from '../../contract/server/status.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Notes } from './notes.ts'
import type { ScoreStore } from './score-store.ts'
import type { SealedStore } from './sealed-store.ts'
import type { SourceMemory } from './source-memory.ts'
import type { StrikeReader } from './strike-reader.ts'
import type { SumStore } from './sum-store.ts'
import type { WatchCopy, WatchStore } from './watch-store.ts'

export type FeedName = Gap['feed']

/** An entry to store. Periods are in Unix ms. */
export type HistoryEntry =
  /** `atMs`: the time of their source, if it has a clock of its own. */
  | { kind: 'strikes'; records: readonly StrikeRecord[]; atMs?: number }
  | { kind: 'reports'; records: readonly ReportRecord[] }
  /** The period was observed completely. */
  | { kind: 'observed'; feed: FeedName; fromMs: number; toMs: number }
  /** Data of the period are missing, possibly for good. */
  | { kind: 'lost'; feed: FeedName; fromMs: number; toMs: number }

/**
 * Strikes, reports and coverage, kept through restarts. Every engine guarantees: writes take effect in call order, and
 * a read sees all writes called before it, acknowledged or not.
 */
export interface History {
  /**
   * Stores entries atomically. Resolves once they are stored, or buffered in memory because the store is unavailable;
   * each call retries the buffer, also a call without entries. Never rejects.
   */
  write(...entries: HistoryEntry[]): Promise<void>
  readonly strikes: StrikeReader
  /**
   * Reports observed in [fromMs, toMs), Unix ms, oldest first, in batches that each take a few milliseconds to read.
   */
  reports(fromMs: number, toMs: number): AsyncGenerator<ReportRecord[], void, void>
  /** Unobserved spans of a period. */
  missing(feed: FeedName, fromMs: number, toMs: number): Promise<Span[]>
  /** Periods between observed ones, the latest last. */
  gaps(): Promise<Gap[]>
  /** Unix ms; older data are deleted. */
  horizonMs(): Promise<number>
  readonly memory: SourceMemory
  readonly notes: Notes
  readonly watch: WatchStore
  readonly watchCopy: WatchCopy
  readonly scores: ScoreStore
  readonly sums: SumStore
  readonly sealed: SealedStore
  status(): Promise<HistoryStatus>
  /** Compacts and seals settled minutes and deletes old ones; also runs periodically. */
  maintain(): Promise<void>
  /**
   * Writes a consistent copy into the folder for another process to open, without blocking writes. Returns the name of
   * the copied file, null if the history is in memory only.
   */
  backup(folder: string): Promise<string | null>
  /** Resolves once all buffered data are stored, or writing fails. Later writes are ignored. Idempotent. */
  close(): Promise<void>
}
