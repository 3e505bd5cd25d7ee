import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord, ReportRecord } from '../../contract/metar.ts'
import type { Replay } from '../../contract/replay.ts'
import type { StandardEndpoint } from '../../contract/standard.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'

/** Events of the lightning and report lines. Records are as received, including unknown fields. */
export type StrikeEvent =
  /** One batch, possibly empty: the heartbeat of the line. */
  { kind: 'batch'; records: StrikeRecord[] } | LineEvent

export type ReportEvent = { kind: 'reports'; records: ReportRecord[] } | LineEvent

export type LineEvent =
  | { kind: 'link'; status: LinkStatus }
  | { kind: 'gap'; gap: Gap }
  /**
   * The period, Unix ms, is complete, through the line or a backfill. It is the only source of coverage: on a live
   * line, consecutive periods are adjacent.
   */
  | { kind: 'observed'; fromMs: number; toMs: number }
  /** Part of an observed period, Unix ms, turned out to be missing: until it is observed again, or becomes a gap. */
  | { kind: 'missing'; fromMs: number; toMs: number }

/** A response of the standard service for the requesting client. */
export interface StandardAnswer {
  status: number
  body: unknown
  /** Time of the source's response, Unix ms; an older one comes from the cache. */
  asOfMs: number
  /** True if it is expired and no fresh one is available. */
  stale: boolean
}

export interface SourceCounters {
  rest: { queued: number; total: number; failed: number }
  slots: { used: number }
  points: { spentToday: number; budgetPerDay: number; resetsAt: string; exhausted: boolean }
  cache: { entries: number; hits: number; misses: number }
  setAside: {
    badRecords: number
    unknownMessages: number
    malformedFrames: number
    duplicates: number
    /** METAR groups with an impossible value. */
    impossibleGroups: number
    /** METAR groups of the observation that could not be parsed. */
    unreadGroups: number
  }
}

/**
 * Data source of a contract server: `synthetic` generates data, `upstream` fetches it. The contract server treats both
 * the same.
 */
export interface Source {
  /** True if the data is simulated, here or upstream: every screen then says so. May become known after `start`. */
  readonly simulated: boolean
  /** Set if recorded strikes are replayed; the data then also counts as `simulated`. */
  readonly replay?: Replay | null
  /** Unix ms by the clock of strike and gap timestamps, if it differs from the machine's. */
  nowMs?(): number
  /** Position up to which the log shared by several processes was read and delivered (`positionOf`); absent without one. */
  position?(): string
  /** Strikes delivered before commit and not yet read from that log: sent to new subscribers too. */
  unlogged?(): readonly StrikeRecord[]
  /** Notifies of the strikes of each message of that log, whether delivered before or not. */
  onLogged?(listener: (position: string, records: readonly StrikeRecord[]) => void): Unsubscribe
  start(): Promise<void>
  close(): Promise<void>

  onStrikes(listener: (event: StrikeEvent) => void): Unsubscribe
  onReports(listener: (event: ReportEvent) => void): Unsubscribe
  links(): { lightning: LinkStatus; metar: LinkStatus }
  /** Lost periods of the last hours; of an ongoing outage, the part already lost. */
  gaps(): Gap[]
  /** Unknown parts of a period of the lightning line; absent if everything is always known. Unix ms. */
  notObserved?(fromMs: number, toMs: number): Span[]
  counters(): Promise<SourceCounters>

  /** The strikes that arrived in the last `minutes` (1 to 5), oldest first. */
  strikes(minutes: number): Promise<StrikeRecord[]>
  /** Latest reports, with `parsed`; of every airport where `icaos` is `'all'`. */
  latestReports(icaos: string[] | 'all'): Promise<ReportRecord[]>
  latency(icaos: string[] | 'all'): Promise<LatencyRecord[]>
  /** `query` holds the query parameters, validated against the endpoint's schema. */
  standard(endpoint: StandardEndpoint, query: Record<string, string>, asker?: Asker): Promise<StandardAnswer>
}

/** The client of a costly request, for fair sharing. */
export interface Asker {
  /** The same for all requests of one viewer: an account, or an address. */
  id: string
  /** Aborted when the viewer stops waiting. */
  signal?: AbortSignal
}
