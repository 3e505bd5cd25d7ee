import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Past } from '../../../client/history/past.ts'
import type { Ask } from '../../../client/http/ask.ts'
import { API_PATHS } from '../../../contract/api-paths.ts'
import { type Accumulations, accumulationsSchema } from '../../../contract/verification/accumulations.ts'
import { periodEndMs, periodStartMs } from '../../../core/accumulations/periods.ts'
import type { Box, LatLon } from '../../../core/geo/geo.ts'
import { DAY_MS, MINUTE_MS, wholeMinute } from '../../../core/time/durations.ts'
import { useServerConnection } from '../../live/server-connection.ts'
import { useOfNow } from '../../live/time/use-now.ts'
import { densestCell, lastStruck, strokesOf } from './day-facts.ts'

/** Lightning of the last day in an area. */
export interface Day {
  /** Null if unknown. */
  strokes: number | null
  notObservedMs: number
  /** Start of the latest minute with lightning, Unix ms; null if unknown. */
  lastMs: number | null
  /** The densest cell of that minute. */
  lastAt: LatLon | null
}

/** Requested once a minute, from stored data: without calls to the upstream service. */
export function useDay(box: Box): Day {
  const { ask, past } = useServerConnection()
  const nowMs = useOfNow(wholeMinute)
  const toMs = periodEndMs('24h', nowMs)
  const fromMs = periodStartMs('24h', toMs) ?? 0
  const sums = useQuery(sumsQuery(ask, box, { fromMs, toMs })).data
  const counts = useQuery(countsQuery(past, box, nowMs)).data
  const last = counts ? lastStruck(counts) : null
  const lastSums = useQuery({ ...sumsQuery(ask, box, last ?? { fromMs: 0, toMs: 0 }), enabled: last !== null }).data
  const isKnown = sums?.state === 'known'
  return {
    strokes: isKnown ? strokesOf(sums) : null,
    notObservedMs: isKnown ? notObservedMs(sums, fromMs) : 0,
    lastMs: last?.fromMs ?? null,
    lastAt: lastSums?.state === 'known' ? densestCell(lastSums) : null,
  }
}

/** A response begins at the oldest stored data: the time before that is not observed either. */
function notObservedMs({ from, notObservedMin }: Accumulations, fromMs: number): number {
  return notObservedMin * MINUTE_MS + Math.max(0, Date.parse(from ?? '') - fromMs || 0)
}

function sumsQuery(ask: Ask, { west, south, east, north }: Box, { fromMs, toMs }: { fromMs: number; toMs: number }) {
  const utc = (ms: number) => new Date(ms).toISOString()
  const query = { kind: 'density', from: utc(fromMs), to: utc(toMs), bbox: `${west},${south},${east},${north}` }
  return queryOptions({
    queryKey: ['quiet', 'sums', query],
    queryFn: ({ signal }): Promise<Accumulations> =>
      ask(API_PATHS.accumulations, accumulationsSchema, { query, product: 'lightning', signal }),
    gcTime: MINUTE_MS,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.state === 'known' ? false : MINUTE_MS),
  })
}

function countsQuery(past: Past, box: Box, toMs: number) {
  return queryOptions({
    queryKey: ['quiet', 'counts', toMs, box],
    queryFn: ({ signal }) => past.counts({ fromMs: toMs - DAY_MS, toMs }, 1, signal, box),
    gcTime: MINUTE_MS,
    placeholderData: (before) => before,
  })
}
