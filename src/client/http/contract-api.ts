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

/** A response of the standard service. A 404 or an empty 200 is a response too: `none`. */
export type Answer<T> = { kind: 'data'; data: T; asOfMs: number; stale: boolean } | { kind: 'none' }

/** Reason of a failed call. */
export type ContractErrorReason =
  | 'bad-request' // code 40000, or another 4xx: `message` names the problem
  | 'unauthorised'
  | 'rate-limited' // 429 after the retries
  | 'budget' // our own point budget is exhausted
  | 'unavailable' // 5xx, no network, or invalid JSON, after the retries
  | 'timeout'

export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly reason: ContractErrorReason
  readonly status: number | null
  /** Retry delay requested by the server; 0 without one. */
  readonly retryAfterMs: number

  constructor(reason: ContractErrorReason, message: string, status: number | null = null, retryAfterMs = 0) {
    super(message)
    this.reason = reason
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

export interface StrikeWindow extends ReadRecords<StrikeRecord> {
  /** Its length as stated by the server, if any. */
  spanMs?: number
  /** Parts unknown to a relay. */
  notObserved?: readonly Span[]
  /** Times of unreadable records; null if unknown. */
  lost?: readonly (Span | null)[]
  /** Number of records that the response announces and does not contain; absent if zero. */
  absent?: number
  position?: Position
}

/** Position of a relay in the shared log (`isBefore`); null if not stated. */
type Position = string | null

/** Typed calls on any contract server. Each rejects with `ContractError`, or with the signal's reason when aborted. */
export interface ContractApi {
  /** Strikes of the last `minutes` (1 to 5); with a box possibly limited to it, which servers need not support. */
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
  /** Reports of at most 5 airports over at most 10 days; times are Unix ms. `both` includes corrected originals. */
  metarHistory(
    query: { icaos: string[]; fromMs: number; toMs: number; corrections?: 'corrected_only' | 'both' },
    signal?: AbortSignal,
  ): Promise<Answer<MetarHistoryRecord[]>>
  firesInBox(box: Box, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
  /** Fires from our server's cache; `none` without an entry, which does not mean that there are no fires. */
  heldFiresInBox(box: Box, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
  firesNearby(query: { lat: number; lon: number; radiusKm: number }, signal?: AbortSignal): Promise<Answer<Hotspot[]>>
}
