import type { Gap, LinkStatus } from '../../contract/brontide.ts'
import type { StrikeRecord } from '../../contract/lightning.ts'
import type { LatencyRecord, ReportRecord } from '../../contract/metar.ts'
import type { StandardEndpoint } from '../../contract/standard.ts'
import { Emitter } from '../../core/util/emitter.ts'
import { noCounters } from '../../server/sources/no-counters.ts'
import type { ReportEvent, Source, StandardAnswer, StrikeEvent } from '../../server/sources/source.ts'

export const LIVE: LinkStatus = {
  state: 'live',
  since: '2026-07-01T08:00:00Z',
  lastMessageAt: null,
  reconnects: 0,
  lastError: null,
}

const COUNTERS = noCounters(0, Date.UTC(2026, 6, 1, 8))

/** A source controlled by the test. */
export class FakeSource implements Source {
  simulated = true
  held: StrikeRecord[] = []
  reports: ReportRecord[] = []
  latencies: LatencyRecord[] = []
  link = { lightning: LIVE, metar: LIVE }
  answer: (endpoint: StandardEndpoint, query: Record<string, string>) => StandardAnswer = () => ({
    status: 200,
    body: { code: 0, message: 'ok', data: {}, request_id: 'req_1' },
    asOfMs: Date.UTC(2026, 6, 1, 8),
    stale: false,
  })
  readonly asked: { endpoint: StandardEndpoint; query: Record<string, string> }[] = []
  readonly #strikes = new Emitter<StrikeEvent>()
  readonly #reports = new Emitter<ReportEvent>()

  emitStrikes(event: StrikeEvent): void {
    this.#strikes.emit(event)
  }
  emitReports(event: ReportEvent): void {
    this.#reports.emit(event)
  }
  batch(...records: StrikeRecord[]): void {
    this.emitStrikes({ kind: 'batch', records })
  }

  async start() {}
  async close() {}
  onStrikes(listener: (event: StrikeEvent) => void) {
    return this.#strikes.subscribe(listener)
  }
  onReports(listener: (event: ReportEvent) => void) {
    return this.#reports.subscribe(listener)
  }
  links() {
    return this.link
  }
  gaps(): Gap[] {
    return []
  }
  async counters() {
    return COUNTERS
  }
  async strikes(_minutes: number): Promise<StrikeRecord[]> {
    return this.held
  }
  async latestReports(icaos: string[] | 'all') {
    return this.reports.filter(({ icao }) => icaos === 'all' || icaos.includes(icao))
  }
  async latency(icaos: string[] | 'all') {
    return this.latencies.filter(({ icao }) => icaos === 'all' || icaos.includes(icao))
  }
  async standard(endpoint: StandardEndpoint, query: Record<string, string>) {
    this.asked.push({ endpoint, query })
    return this.answer(endpoint, query)
  }
}

/** A strike record with every documented field; `over` sets the relevant ones. */
export function strikeRecord(over: Partial<StrikeRecord> = {}): StrikeRecord {
  return {
    time: 1782892800123456789n,
    obser_datetime: '2026-07-01T08:00:00.123456789Z',
    lat: 23.1,
    lon: 113.3,
    alt: 0,
    pol: -1,
    mds: 9000,
    mcg: 150,
    status: 1,
    region: 3,
    arrived_at: '2026-07-01T08:00:02Z',
    ...over,
  }
}

/** Strikes of a storm near Shanghai, fifty a second until `nowMs`. */
export function stormRecords(nowMs: number): StrikeRecord[] {
  return Array.from({ length: 40 }, (_, i) =>
    strikeRecord({
      time: BigInt(Math.floor(nowMs - i * 20)) * 1_000_000n,
      lat: 31 + 0.002 * i,
      lon: 121.3,
      arrived_at: new Date(nowMs).toISOString(),
    }),
  )
}

/** A report record with its parsed block. */
export function reportRecord(over: Partial<ReportRecord> = {}): ReportRecord {
  return {
    icao: 'ZSPD',
    raw_metar: 'METAR ZSPD 010800Z 12004MPS 9999 FEW030 28/22 Q1008 NOSIG',
    obs_time: '2026-07-01T08:00:00+00:00',
    report_type: 'METAR',
    arrived_at: '2026-07-01T08:01:30Z',
    parsed: { kind: 'METAR', icao: 'ZSPD', temperature: 28, qnh: 1008, cavok: false },
    ...over,
  }
}
