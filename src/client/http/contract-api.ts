import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord, ReportRecord } from '../../contract/metar.ts'
import type { ReadRecords } from '../../contract/records.ts'
import type {
  Airport,
  Forecast,
  ForecastDataset,
  Hotspot,
  MetarHistoryRecord,
  Observation,
} from '../../contract/standard.ts'
import type { Box } from '../../core/geo/geo.ts'
import type { Span } from '../../core/time/spans.ts'

/** An answer of the standard service. A 404 or an empty 200 is an answer too: `none`. */
export type Answer<T> = { kind: 'data'; data: T; asOfMs: number; stale: boolean } | { kind: 'none' }

/** Why a call brought no answer. */
export type ContractErrorReason =
  | 'bad-request' // code 40000, or another 4xx: `message` says what was wrong
  | 'unauthorised'
  | 'rate-limited' // 429 after the retries
  | 'budget' // our own point budget is spent
  | 'unavailable' // 5xx, no network, or no JSON, after the retries
  | 'timeout'

export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly reason: ContractErrorReason
  /** HTTP status where there was one. */
  readonly status: number | null
  /** How long the server asked to be left alone; 0 where it did not say. */
  readonly retryAfterMs: number

  constructor(reason: ContractErrorReason, message: string, status: number | null = null, retryAfterMs = 0) {
    super(message)
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** The strikes of a window. */
export interface StrikeWindow extends ReadRecords<StrikeRecord> {
  /** Its width by the server's own account, where it gave one. */
  spanMs?: number
  /** What of it a relay does not know. */
  notObserved?: readonly Span[]
  /** When records struck that could not be read; null where nothing says when. */
  lost?: readonly (Span | null)[]
  position?: Position
}

/** Up to where a relay had the log that it shares with others (`isBefore`); null where it does not say so. */
type Position = string | null

/** Typed calls on any contract server. Each rejects with `ContractError`, or with the signal's reason when aborted. */
export interface ContractApi {
  /** Strikes of the last `minutes` (1 to 5); with a box maybe of what struck there alone, which a server need not know of. */
  strikes(minutes: number, signal?: AbortSignal, box?: Box): Promise<StrikeWindow>
  latestReports(
    icaos: string[] | 'all',
    signal?: AbortSignal,
  ): Promise<ReadRecords<ReportRecord> & { position?: Position }>
  latency(icaos: string[] | 'all', signal?: AbortSignal): Promise<ReadRecords<LatencyRecord>>
  airports(signal?: AbortSignal): Promise<ReadRecords<Airport>>
  observationAtPoint(at: { lat: number; lon: number }, signal?: AbortSignal): Promise<Answer<Observation>>
  observationAtStation(stationId: string, signal?: AbortSignal): Promise<Answer<Observation>>
  forecastHourly(
    query: { lat: number; lon: number; dataset?: ForecastDataset; hours?: number; timezone?: string },
    signal?: AbortSignal,
  ): Promise<Answer<Forecast>>
  forecastDaily(
    query: { lat: number; lon: number; dataset?: ForecastDataset; days?: number; timezone?: string },
    signal?: AbortSignal,
  ): Promise<Answer<Forecast>>
  /** Reports of at most 5 airports over at most 10 days; times are Unix ms. `both`: what was corrected as well. */
  metarHistory(
    query: { icaos: string[]; fromMs: number; toMs: number; corrections?: 'corrected_only' | 'both' },
    signal?: AbortSignal,
  ): Promise<Answer<MetarHistoryRecord[]>>
  firesInBox(box: Box, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
  /** The same of what our own server holds, whoever asked for it; `none` where it holds nothing, which says nothing. */
  heldFiresInBox(box: Box, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
  firesNearby(query: { lat: number; lon: number; radiusKm: number }, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
}
