import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord, ReportRecord } from '../../contract/metar.ts'
import type { Replay } from '../../contract/replay.ts'
import type { StandardEndpoint } from '../../contract/standard.ts'
import type { Span } from '../../core/time/spans.ts'
import type { Unsubscribe } from '../../core/util/emitter.ts'

/** What the lightning and report lines of a source say. Records are as the wire wrote them, unknown fields and all. */
export type StrikeEvent =
  /** One batch, empty ones too: the heartbeat of the line. */
  { kind: 'batch'; records: StrikeRecord[] } | LineEvent

export type ReportEvent = { kind: 'reports'; records: ReportRecord[] } | LineEvent

export type LineEvent =
  | { kind: 'link'; status: LinkStatus }
  | { kind: 'gap'; gap: Gap }
  /**
   * Everything of this period, Unix ms, is had, whether the line or an answer brought it. Nothing else says which time was
   * observed: of a line that stands, each piece goes on where the one before ended.
   */
  | { kind: 'observed'; fromMs: number; toMs: number }
  /** Of a period, Unix ms, that was observed so far something is missing: until it is observed again, or is a gap. */
  | { kind: 'missing'; fromMs: number; toMs: number }

/** An answer of the standard service as it goes back to whoever asked. */
export interface StandardAnswer {
  /** HTTP status. */
  status: number
  /** The envelope. */
  body: unknown
  /** Unix milliseconds when the source gave it; an older one comes from the cache. */
  asOfMs: number
  /** True where it is served past its time because a fresh one could not be had. */
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
    /** Groups of reports with a value that can't be. */
    impossibleGroups: number
    /** Groups of the observation that could not be read. */
    unreadGroups: number
  }
}

/**
 * Where a contract server's data comes from: `synthetic` makes it, `upstream` fetches it. The contract server in front
 * cannot tell which.
 */
export interface Source {
  /** True where the data is made, here or upstream: every screen then says so. May become known after `start`. */
  readonly simulated: boolean
  /** Set where the strikes were recorded and are played; the data is then `simulated`, too. */
  readonly replay?: Replay | null
  /** Unix ms by the clock that strikes and gaps are dated by, where it is not the machine's own. */
  nowMs?(): number
  /** Up to where it has read and delivered the log that several processes share (`positionOf`); absent where nothing is shared. */
  position?(): string
  /** What was delivered and is not read in that log yet: a subscriber is sent it, too. */
  unlogged?(): readonly StrikeRecord[]
  /** Hears the strikes of each message of that log, whether they were delivered before or not. */
  onLogged?(listener: (position: string, records: readonly StrikeRecord[]) => void): Unsubscribe
  start(): Promise<void>
  close(): Promise<void>

  onStrikes(listener: (event: StrikeEvent) => void): Unsubscribe
  onReports(listener: (event: ReportEvent) => void): Unsubscribe
  links(): { lightning: LinkStatus; metar: LinkStatus }
  /**
   * Periods that nothing will bring any more, of the last hours; of a break that lasts, as much as is lost by now.
   */
  gaps(): Gap[]
  /** What of a period of the lightning line is not known; absent where everything always is. Unix ms. */
  notObserved?(fromMs: number, toMs: number): Span[]
  counters(): Promise<SourceCounters>

  /** The strikes that arrived in the last `minutes` (1 to 5), oldest first. */
  strikes(minutes: number): Promise<StrikeRecord[]>
  /** Latest reports, with `parsed`; of every airport where `icaos` is `'all'`. */
  latestReports(icaos: string[] | 'all'): Promise<ReportRecord[]>
  latency(icaos: string[] | 'all'): Promise<LatencyRecord[]>
  /** `query` is the query string's parameters, already checked against the endpoint's schema. */
  standard(endpoint: StandardEndpoint, query: Record<string, string>, asker?: Asker): Promise<StandardAnswer>
}

/** Who asks something that costs, and that others wait for as well. */
export interface Asker {
  /** The same for every question of one viewer: an account, or an address. */
  id: string
  /** Aborted when the viewer waits no longer. */
  signal?: AbortSignal
}
