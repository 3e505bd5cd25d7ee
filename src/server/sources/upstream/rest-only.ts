import { type ContractApi, ContractError } from '../../../client/http/contract-api.ts'
import type { StrikeRecord } from '../../../contract/lightning.ts'
import { LIGHTNING_MINUTES_MAX, LIGHTNING_MINUTES_MIN } from '../../../contract/limits.ts'
import type { LatencyRecord, ReportRecord } from '../../../contract/metar.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'

/** Mean delays change by the hour. */
const LATENCY_FRESH_MS = MINUTE_MS

/** Upstream requests made on demand, shared by concurrent callers. */
export function createRestOnly(api: ContractApi, clock: Clock) {
  const minutes = Array.from({ length: LIGHTNING_MINUTES_MAX }, (_, i) => i + LIGHTNING_MINUTES_MIN)
  const strikes = new Map(minutes.map((each) => [each, createNextFlight(() => wholeStrikes(each))]))
  const reports = createNextFlight(async () => (await api.latestReports('all')).records)
  let latencyHeld: { records: LatencyRecord[]; untilMs: number } | null = null
  const latencyOfAll = createNextFlight(async () => {
    if (latencyHeld && clock.now() < latencyHeld.untilMs) return latencyHeld.records
    const { records } = await api.latency('all')
    latencyHeld = { records, untilMs: clock.now() + LATENCY_FRESH_MS }
    return records
  })

  async function wholeStrikes(last: number): Promise<StrikeRecord[]> {
    const { records, absent } = await api.strikes(last)
    if (absent) throw new ContractError('unavailable', `the response lacks ${absent} of its records`)
    return records
  }

  return {
    strikes: (last: number): Promise<StrikeRecord[]> => strikes.get(last)!(),
    reports: (): Promise<ReportRecord[]> => reports(),
    async latency(icaos: string[] | 'all'): Promise<LatencyRecord[]> {
      const all = await latencyOfAll()
      if (icaos === 'all') return all
      const wanted = new Set(icaos.map((icao) => icao.toUpperCase()))
      return all.filter(({ icao }) => wanted.has(icao.toUpperCase()))
    },
  }
}

/**
 * Combines concurrent calls, without answering any caller with a call that began before it: callers during a call share
 * the next one. A backfill needs this: a response begun before its subscription would leave a gap.
 */
export function createNextFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null
  let next: Promise<T> | null = null

  function start(): Promise<T> {
    const flight = run().finally(() => {
      if (current === flight) current = null
    })
    current = flight
    return flight
  }

  return () => {
    if (!current) return start()
    next ??= current
      .catch(() => {}) // its own callers handle the error
      .then(() => {
        next = null
        return start()
      })
    return next
  }
}
