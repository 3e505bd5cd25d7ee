import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import type { Span } from '../../../../core/time/spans.ts'
import { useAirport } from '../../../live/reports/use-reports.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import { nearStrikesQuery } from '../airport-queries.ts'
import { useHistoryEnd } from '../history/use-airport-history.ts'
import { NEAR_BIN_MS, type NearStrikes } from './near-strikes.ts'

export type NearStrikesState =
  | { kind: 'loading' | 'failed' | 'not-kept' }
  /** `keptHours` where the history does not reach as far back as the period. */
  | { kind: 'ready'; strikes: NearStrikes; keptHours: number | null }

/** Strikes near an airport in a period, as far back as our own server keeps them. */
export function useNearStrikes(icao: string, { fromMs, toMs: askedToMs }: Span): NearStrikesState {
  const toMs = Math.max(askedToMs, useHistoryEnd())
  const { past, config } = useServerConnection()
  const airport = useAirport(icao)
  const kept = config.historyHours
  const period = useMemo(() => {
    const keptFromMs = kept === null ? fromMs : Math.max(fromMs, toMs - kept * HOUR_MS)
    return { fromMs: Math.ceil(keptFromMs / NEAR_BIN_MS) * NEAR_BIN_MS, toMs }
  }, [fromMs, toMs, kept])
  const place = airport ?? { icao, lat: 0, lon: 0 }
  const query = useQuery({
    ...nearStrikesQuery(past.strikes, place, period),
    placeholderData: keepPreviousData,
    enabled: airport !== undefined && kept !== null && period.toMs > period.fromMs,
  })
  return useMemo(() => {
    if (kept === null) return { kind: 'not-kept' }
    if (query.data)
      return { kind: 'ready', strikes: query.data, keptHours: period.fromMs > fromMs + NEAR_BIN_MS ? kept : null }
    return { kind: query.isError ? 'failed' : 'loading' }
  }, [query.data, query.isError, kept, period.fromMs, fromMs])
}
